import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { t } from '#texts';
import type { AuditEntry } from '../../../../contract/administrators.ts';
import { paths } from '../../../paths.ts';
import type { Column } from '../../../ui/mantine/table/column.ts';
import { Time } from '../../../ui/mantine/time.tsx';
import { sentence, wordsFor } from './action-name.ts';
import styles from './audit.module.css';
import type { AuditSort } from './audit.query.ts';
import { subjectOf, whoDid } from './people.ts';

const words = t.admin.audit;

export const auditColumns = (onOpen: (entry: AuditEntry) => void): Column<AuditEntry, AuditSort>[] => [
  {
    key: 'at',
    header: words.at,
    sort: 'at',
    cell: ({ at }) => <Time at={at} />,
  },
  { key: 'admin', header: words.who, long: true, cell: whoDid },
  { key: 'what', header: words.what, primary: true, cell: (entry) => <Sentence entry={entry} /> },
  {
    key: 'actions',
    header: t.admin.table.actions,
    actions: true,
    cell: (entry) => (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={words.open(sentence(entry))}
        onClick={() => onOpen(entry)}
      >
        {words.details}
      </Button>
    ),
  },
];

/** A person in it leads to their details. */
function Sentence({ entry }: { entry: AuditEntry }) {
  const [before, after] = wordsFor(entry).split('{}');
  const subject = subjectOf(entry);
  return (
    <span className={styles.sentence}>
      {before}
      {after !== undefined &&
        (entry.userId === null || entry.userName === null ? (
          subject
        ) : (
          <Link to={`${paths.adminUserList}?${new URLSearchParams({ user: entry.userId })}`}>{subject}</Link>
        ))}
      {after}
      {entry.times > 1 && <span className={styles.times}>{words.times(entry.times)}</span>}
    </span>
  );
}
