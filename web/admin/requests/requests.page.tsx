import { useQuery } from '@tanstack/react-query';
import { tAdminRequests } from '#texts/admin-requests';
import { reviewedStatuses } from '../../../contract/request-review.ts';
import { paths, titleOf } from '../../paths.ts';
import { ChoiceFilter } from '../../ui/mantine/table/choice-filter.tsx';
import { KeywordFilter } from '../../ui/mantine/table/keyword-filter.tsx';
import { toCallQuery } from '../../ui/mantine/table/table-query.ts';
import { useList } from '../../ui/mantine/table/use-list.ts';
import { PageHead } from '../layout/page-head.tsx';
import { ReviewList } from '../review/review-list.tsx';
import { useReviewHandlers } from '../review/use-review-handlers.ts';
import { DatasetFilter } from './dataset-filter.tsx';
import { requestColumns } from './request-columns.tsx';
import { RequestDrawer } from './request-drawer.tsx';
import { requestKind, statusesIn } from './request-kind.ts';
import { fetchMatchingRequests, requestQueueQuery, requestsQuery, requestsSpec } from './requests.query.ts';

const words = tAdminRequests.queue;

/** access.md, "Requests": the queue of those who decide, by the same component as the accounts'. */
export function Component() {
  const list = useList(requestsSpec, (query) => requestsQuery(query, statusesIn(query.status, query.group)));
  const { filters } = list.query;
  const desk = useReviewHandlers(requestKind);
  const several = (useQuery(requestQueueQuery).data?.datasets.length ?? 0) > 1;
  return (
    <>
      <PageHead title={titleOf(paths.adminRequests)} />
      <ReviewList
        kind={requestKind}
        desk={desk}
        list={list}
        listId={JSON.stringify(filters)}
        fetchAll={() => {
          const query = toCallQuery(list.query);
          return fetchMatchingRequests(query, statusesIn(query.status, query.group));
        }}
        mayDecide
        filters={
          <>
            <KeywordFilter list={list} name="keyword" label={words.keyword} placeholder={words.keywordHint} />
            <ChoiceFilter
              list={list}
              name="status"
              label={words.status}
              choices={reviewedStatuses}
              names={requestKind.words.statusName}
              any={filters.group ? words.anyStatus : words.waiting}
            />
            <DatasetFilter
              chosen={filters.datasetId}
              onChange={(datasetId) => list.setFilters({ datasetId })}
            />
          </>
        }
        none={{ title: words.none, hint: words.noneHint }}
        caption={words.caption}
        columns={requestColumns(desk.handlers, several)}
      >
        <RequestDrawer
          id={desk.open}
          requests={list.rows ?? []}
          onClose={desk.close}
          handlers={desk.handlers}
        />
      </ReviewList>
    </>
  );
}
