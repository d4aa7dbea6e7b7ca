import { t } from '#texts';
import { tAdminRequests } from '#texts/admin-requests';
import type { ListedRequest } from '../../../contract/request-review.ts';
import type { Column } from '../../ui/mantine/table/column.ts';
import { Time } from '../../ui/mantine/time.tsx';
import styles from '../review/review.module.css';
import { RowActions } from '../review/row-actions.tsx';
import { StatusWord } from '../review/status-word.tsx';
import type { ReviewHandlers } from '../review/use-review-handlers.ts';
import { personOf, type RequestReview, requestKind } from './request-kind.ts';
import type { RequestSort } from './requests.query.ts';

const words = tAdminRequests.queue;

const datasetColumn: Column<ListedRequest, RequestSort> = {
  key: 'dataset',
  header: words.dataset,
  long: true,
  cell: ({ datasetName }) => datasetName,
};

/**
 * @param severalDatasets whether the queue is of several: of a single one each row would say the same
 */
export const requestColumns = (
  handlers: ReviewHandlers<RequestReview>,
  severalDatasets: boolean,
): Column<ListedRequest, RequestSort>[] => [
  {
    key: 'person',
    header: words.person,
    primary: true,
    long: true,
    cell: (row) => (
      <>
        <button type="button" className={styles.open} onClick={() => handlers.onDetails(row)}>
          {personOf(row)}
        </button>
        <span className={styles.email}>{row.email}</span>
        {row.askedBy && <span className={styles.email}>{words.askedBy(row.askedBy.name)}</span>}
        {row.joined > 0 && <span className={styles.email}>{words.joined(row.joined)}</span>}
      </>
    ),
  },
  {
    key: 'affiliation',
    header: words.affiliation,
    long: true,
    cell: ({ affiliation, accountStatus }) => (
      <>
        {affiliation}
        {accountStatus !== 'approved' && (
          <span className={styles.email}>{words.account(t.admin.users.statusName[accountStatus])}</span>
        )}
      </>
    ),
  },
  ...(severalDatasets ? [datasetColumn] : []),
  { key: 'purpose', header: words.purpose, long: true, cell: ({ purpose }) => purpose },
  {
    key: 'status',
    header: words.status,
    cell: ({ status }) => <StatusWord status={status} names={requestKind.words.statusName} />,
  },
  {
    key: 'submittedAt',
    header: words.sent,
    sort: 'submittedAt',
    cell: ({ submittedAt }) => <Time at={submittedAt} day />,
  },
  {
    key: 'actions',
    header: t.admin.table.actions,
    actions: true,
    cell: (row) => <RowActions kind={requestKind} row={row} handlers={handlers} />,
  },
];
