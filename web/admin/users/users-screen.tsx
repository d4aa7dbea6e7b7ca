import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { t } from '#texts';
import { reviewUsers } from '../../../contract/user-review.ts';
import { titleOf } from '../../paths.ts';
import { ChoiceFilter } from '../../ui/mantine/table/choice-filter.tsx';
import { KeywordFilter } from '../../ui/mantine/table/keyword-filter.tsx';
import { toCallQuery } from '../../ui/mantine/table/table-query.ts';
import { useList } from '../../ui/mantine/table/use-list.ts';
import { toCall } from '../access/permissions.ts';
import { useAllowed } from '../access/use-allowed.ts';
import { PageHead } from '../layout/page-head.tsx';
import { ReviewList } from '../review/review-list.tsx';
import { ReviewWait } from '../review/review-wait.tsx';
import { useUserHandlers } from './use-user-handlers.ts';
import { userColumns } from './user-columns.tsx';
import { UserDrawer } from './user-drawer.tsx';
import { type Screen, screens, statusesIn, userKind } from './user-kind.ts';
import { fetchMatchingUsers, reviewWaitQuery, usersQuery, usersSpec } from './users.query.ts';

const words = t.admin.users;

const Wait = () => <ReviewWait wait={useQuery(reviewWaitQuery).data} />;

/** §2: the shared user-list screen. */
export function UsersScreen({ screen }: { screen: Screen }) {
  const statuses = (status: string | undefined) => statusesIn(screen, status);
  const list = useList(usersSpec, (query) => usersQuery(query, statuses(query.status)));
  const { filters } = list.query;
  const { desk, handlers } = useUserHandlers();

  return (
    <>
      <div>
        <PageHead title={titleOf(useLocation().pathname)} />
        {screen === 'applicants' && <Wait />}
      </div>
      <ReviewList
        kind={userKind}
        desk={desk}
        list={list}
        listId={JSON.stringify([filters, screen])}
        fetchAll={() => fetchMatchingUsers(toCallQuery(list.query), statuses(filters.status))}
        mayDecide={useAllowed(toCall(reviewUsers))}
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
      >
        <UserDrawer id={desk.open} users={list.rows ?? []} onClose={desk.close} handlers={handlers} />
      </ReviewList>
    </>
  );
}
