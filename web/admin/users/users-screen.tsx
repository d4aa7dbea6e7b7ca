import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { userSorts } from '../../../contract/user-review.ts';
import { en } from '../../../texts/en.ts';
import { titleOf } from '../../paths.ts';
import { DataTable } from '../../ui/mantine/table/data-table.tsx';
import { KeywordFilter } from '../../ui/mantine/table/keyword-filter.tsx';
import { ListRegion } from '../../ui/mantine/table/list-region.tsx';
import { toCallQuery } from '../../ui/mantine/table/table-query.ts';
import { useSelection } from '../../ui/mantine/table/use-selection.ts';
import { useTablePage } from '../../ui/mantine/table/use-table-page.ts';
import { PageHead } from '../layout/page-head.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { useUserHandlers } from './use-user-handlers.ts';
import { decisionsFor, type Screen, screens, statusesOf } from './user-actions.ts';
import { userColumns } from './user-columns.tsx';
import { UserDrawer } from './user-drawer.tsx';
import styles from './users.module.css';
import { nameOf, usersQuery } from './users.query.ts';

const words = en.admin.users;
const spec = { sorts: userSorts, filters: ['keyword', 'status'] } as const;

/** §2: the shared user-list screen. */
export function UsersScreen({ screen }: { screen: Screen }) {
  const page = useTablePage(spec);
  const { handlers, approveAll, open, close, reasoned, closeReason } = useUserHandlers();
  const statuses = statusesOf(screen, page.query.filters.status);
  const list = useQuery(usersQuery(toCallQuery(page.query), statuses));
  const rows = list.data?.list;
  const selection = useSelection(useMemo(() => rows?.map(({ id }) => id) ?? [], [rows]));
  const selected = rows?.filter(({ id }) => selection.has(id)) ?? [];
  const approvable = selected.filter(({ status }) => decisionsFor(status).includes('approved'));

  return (
    <>
      <PageHead title={titleOf(useLocation().pathname)} />
      <search className={styles.filters}>
        <KeywordFilter
          label={words.keyword}
          placeholder={words.keywordHint}
          value={page.query.filters.keyword}
          onChange={(keyword) => page.setFilters({ keyword })}
        />
        {screens[screen].length > 1 && (
          <NativeSelect
            size="sm"
            label={words.status}
            value={page.query.filters.status ?? ''}
            onChange={(event) => page.setFilters({ status: event.currentTarget.value })}
            data={[
              { value: '', label: en.admin.table.any },
              ...screens[screen].map((status) => ({ value: status, label: words.statusName[status] })),
            ]}
          />
        )}
      </search>
      {selected.length > 0 && (
        <div className={styles.bulk}>
          <span role="status">{words.selected(selected.length)}</span>
          <Button
            size="xs"
            disabled={approvable.length === 0}
            onClick={() => void approveAll(approvable).then(selection.clear)}
          >
            {words.approveSelected}
          </Button>
          <Button size="xs" variant="default" onClick={selection.clear}>
            {words.clearSelection}
          </Button>
        </div>
      )}
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
          rows={rows}
          idOf={({ id }) => id}
          nameOf={nameOf}
          page={page}
          selection={selection}
          busy={list.isPlaceholderData}
        />
      </ListRegion>
      <UserDrawer user={open} onClose={close} handlers={handlers} />
      <ReasonDialog asked={reasoned} onClose={closeReason} />
    </>
  );
}
