import { t } from '#texts';
import type { ListedUser } from '../../../contract/user-review.ts';
import type { Column } from '../../ui/mantine/table/column.ts';
import { Time } from '../../ui/mantine/time.tsx';
import styles from '../review/review.module.css';
import { StatusWord } from '../review/status-word.tsx';
import type { UserHandlers } from './use-user-handlers.ts';
import type { Screen } from './user-kind.ts';
import { UserRowActions } from './user-row-actions.tsx';
import { nameOf, type UserSort } from './users.query.ts';

const words = t.admin.users;

export function userColumns(screen: Screen, handlers: UserHandlers): Column<ListedUser, UserSort>[] {
  return [
    {
      key: 'name',
      header: words.name,
      sort: 'familyName',
      primary: true,
      long: true,
      cell: (user) => (
        <>
          <button type="button" className={styles.open} onClick={() => handlers.onDetails(user)}>
            {nameOf(user)}
          </button>
          <span className={styles.email}>{user.email}</span>
        </>
      ),
    },
    { key: 'affiliation', header: words.affiliation, long: true, cell: ({ affiliation }) => affiliation },
    ...(screen === 'applicants'
      ? [
          {
            key: 'purpose',
            header: words.purpose,
            long: true,
            cell: ({ purpose }: ListedUser) => purpose,
          },
        ]
      : []),
    {
      key: 'status',
      header: words.status,
      cell: ({ status }) => <StatusWord status={status} names={words.statusName} />,
    },
    ...(screen === 'approved'
      ? [
          {
            key: 'reviewedAt',
            header: words.reviewed,
            sort: 'reviewedAt' as const,
            cell: (user: ListedUser) => <Time at={user.reviewedAt} day />,
          },
          {
            key: 'approvedUntil',
            header: words.approvedUntil,
            cell: (user: ListedUser) => <Time at={user.approvedUntil} day />,
          },
        ]
      : [
          {
            key: 'appliedAt',
            header: words.applied,
            sort: 'appliedAt' as const,
            cell: (user: ListedUser) => <Time at={user.appliedAt} day />,
          },
        ]),
    {
      key: 'actions',
      header: t.admin.table.actions,
      actions: true,
      cell: (user) => <UserRowActions user={user} handlers={handlers} />,
    },
  ];
}
