import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { t } from '#texts';
import { type ListedUser, reviewUsers, userSorts } from '../../../contract/user-review.ts';
import { titleOf } from '../../paths.ts';
import { ChoiceFilter } from '../../ui/mantine/table/choice-filter.tsx';
import { DataTable } from '../../ui/mantine/table/data-table.tsx';
import { KeywordFilter } from '../../ui/mantine/table/keyword-filter.tsx';
import { ListRegion } from '../../ui/mantine/table/list-region.tsx';
import { toCallQuery } from '../../ui/mantine/table/table-query.ts';
import { useTablePage } from '../../ui/mantine/table/use-table-page.ts';
import { toCall } from '../access/permissions.ts';
import { useAllowed } from '../access/use-allowed.ts';
import { PageHead } from '../layout/page-head.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { ReviewWait } from './review-wait.tsx';
import { UntilDialog } from './until-dialog.tsx';
import { useChosen } from './use-chosen.ts';
import { useUserHandlers } from './use-user-handlers.ts';
import { decisionOfKey, type Screen, screens, statusesOf } from './user-actions.ts';
import { userColumns } from './user-columns.tsx';
import { UserDrawer } from './user-drawer.tsx';
import styles from './users.module.css';
import { fetchMatching, nameOf, usersQuery } from './users.query.ts';

const words = t.admin.users;
const spec = { sorts: userSorts, filters: ['keyword', 'status'] } as const;

/** §2: the shared user-list screen. */
export function UsersScreen({ screen }: { screen: Screen }) {
  const page = useTablePage(spec);
  const { filters } = page.query;
  const { handlers, open, close, reasoned, closeReason, until, closeUntil } = useUserHandlers();
  const query = toCallQuery(page.query);
  const statuses = statusesOf(screen, filters.status);
  const list = useQuery(usersQuery(query, statuses));
  const mayDecide = useAllowed(toCall(reviewUsers));
  const chosen = useChosen({
    rows: list.data?.list,
    list: JSON.stringify([filters, screen]),
    fetchAll: () => fetchMatching(query, statuses),
  });
  const onRowKey = (user: ListedUser, key: string) => {
    const decision = decisionOfKey(user.status, key);
    if (decision) handlers.onDecide([user], decision);
  };

  return (
    <>
      <div>
        <PageHead title={titleOf(useLocation().pathname)} />
        {screen === 'applicants' && <ReviewWait />}
      </div>
      <search className={styles.filters}>
        <KeywordFilter
          label={words.keyword}
          placeholder={words.keywordHint}
          value={filters.keyword}
          onChange={(keyword) => page.setFilters({ keyword })}
        />
        {screens[screen].length > 1 && (
          <ChoiceFilter
            label={words.status}
            value={filters.status}
            onChange={(value) => page.setFilters({ status: value })}
            choices={screens[screen].map((status) => ({ value: status, label: words.statusName[status] }))}
          />
        )}
      </search>
      {mayDecide && <BulkBar chosen={chosen} count={list.data?.count ?? 0} handlers={handlers} />}
      <ListRegion
        count={list.data?.count}
        failed={list.isError}
        retry={() => void list.refetch()}
        page={page}
        none={{ title: words.none[screen], hint: words.noneHint[screen] }}
      >
        <DataTable
          caption={words.caption[screen]}
          columns={userColumns(screen, handlers)}
          rows={list.data?.list}
          idOf={({ id }) => id}
          nameOf={nameOf}
          page={page}
          {...(mayDecide && { selection: chosen.selection, onRowKey })}
          busy={list.isPlaceholderData}
          lines={2}
        />
      </ListRegion>
      {mayDecide && <p className={styles.keys}>{words.keys}</p>}
      <UserDrawer user={open} onClose={close} handlers={handlers} />
      <ReasonDialog asked={reasoned} onClose={closeReason} />
      <UntilDialog asked={until} onClose={closeUntil} />
    </>
  );
}
