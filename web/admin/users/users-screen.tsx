import { useLocation } from 'react-router';
import { t } from '#texts';
import { type ListedUser, reviewUsers } from '../../../contract/user-review.ts';
import { titleOf } from '../../paths.ts';
import { ChoiceFilter } from '../../ui/mantine/table/choice-filter.tsx';
import { KeywordFilter } from '../../ui/mantine/table/keyword-filter.tsx';
import { ListScreen } from '../../ui/mantine/table/list-screen.tsx';
import { toCallQuery } from '../../ui/mantine/table/table-query.ts';
import { useList } from '../../ui/mantine/table/use-list.ts';
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
import { fetchMatching, nameOf, usersQuery, usersSpec } from './users.query.ts';

const words = t.admin.users;

/** §2: the shared user-list screen. */
export function UsersScreen({ screen }: { screen: Screen }) {
  const list = useList(usersSpec, (query) => usersQuery(query, statusesOf(screen, query.status)));
  const { filters } = list.query;
  const { handlers, open, close, reasoned, closeReason, until, closeUntil } = useUserHandlers();
  const mayDecide = useAllowed(toCall(reviewUsers));
  const chosen = useChosen({
    rows: list.rows,
    list: JSON.stringify([filters, screen]),
    fetchAll: () => fetchMatching(toCallQuery(list.query), statusesOf(screen, filters.status)),
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
      <ListScreen
        list={list}
        filters={
          <>
            <KeywordFilter list={list} name="keyword" label={words.keyword} placeholder={words.keywordHint} />
            {screens[screen].length > 1 && (
              <ChoiceFilter
                list={list}
                name="status"
                label={words.status}
                choices={screens[screen]}
                names={words.statusName}
              />
            )}
          </>
        }
        none={{ title: words.none[screen], hint: words.noneHint[screen] }}
        caption={words.caption[screen]}
        columns={userColumns(screen, handlers)}
        idOf={({ id }) => id}
        nameOf={nameOf}
        {...(mayDecide && { selection: chosen.selection, onRowKey })}
        lines={2}
      >
        {mayDecide && !(list.failed && list.count === undefined) && (
          <BulkBar chosen={chosen} count={list.count} handlers={handlers} />
        )}
      </ListScreen>
      <UserDrawer id={open} users={list.rows ?? []} onClose={close} handlers={handlers} />
      <ReasonDialog pending={reasoned} onClose={closeReason} />
      <UntilDialog pending={until} onClose={closeUntil} />
    </>
  );
}
