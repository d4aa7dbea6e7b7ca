import { t } from '#texts';
import type { AuditEntry } from '../../../../contract/administrators.ts';
import { formatTime } from '../../../ui/format.ts';
import type { Column } from '../../../ui/mantine/table/column.ts';
import { actionName } from './action-name.ts';
import styles from './audit.module.css';
import type { AuditSort } from './audit.query.ts';
import { subjectOf, whoDid } from './people.ts';

const words = t.admin.audit;

export const auditColumns = (onOpen: (entry: AuditEntry) => void): Column<AuditEntry, AuditSort>[] => [
  {
    key: 'at',
    header: words.at,
    sort: 'at',
    cell: ({ at }) => (
      <time dateTime={at} className={styles.time}>
        {formatTime(at)}
      </time>
    ),
  },
  { key: 'admin', header: words.who, long: true, cell: whoDid },
  {
    key: 'action',
    header: words.action,
    primary: true,
    cell: (entry) => (
      <>
        <button
          type="button"
          className={styles.open}
          aria-label={words.open(actionName(entry.action), subjectOf(entry))}
          onClick={() => onOpen(entry)}
        >
          {actionName(entry.action)}
        </button>
        {entry.times > 1 && <span className={styles.times}>{words.times(entry.times)}</span>}
      </>
    ),
  },
  { key: 'subject', header: words.subject, long: true, cell: subjectOf },
];
