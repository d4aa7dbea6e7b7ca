import type { AuditEntry } from '../../../../contract/administrators.ts';
import { en } from '../../../../texts/en.ts';
import { formatTime } from '../../../ui/format.ts';
import type { Column } from '../../../ui/mantine/table/column.ts';
import { actionName } from './action-name.ts';
import styles from './audit.module.css';
import type { AuditSort } from './audit.query.ts';

const words = en.admin.audit;

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
  { key: 'admin', header: words.admin, cell: ({ adminName }) => adminName },
  {
    key: 'action',
    header: words.action,
    primary: true,
    cell: (entry) => (
      <button
        type="button"
        className={styles.open}
        aria-label={words.open(actionName(entry.action), entry.subject)}
        onClick={() => onOpen(entry)}
      >
        {actionName(entry.action)}
      </button>
    ),
  },
  { key: 'subject', header: words.subject, long: true, cell: ({ subject }) => subject },
];
