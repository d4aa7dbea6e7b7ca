import { queryOptions } from '@tanstack/react-query';
import {
  getRequest,
  getRequestQueue,
  type ListedRequest,
  listRequests,
  type ReviewedStatus,
  requestSorts,
  reviewedStatuses,
} from '../../../contract/request-review.ts';
import { call, queryCall } from '../../api/call.ts';
import { paths } from '../../paths.ts';
import type { CallQuery } from '../../ui/mantine/table/table-query.ts';
import { fetchMatching } from '../review/fetch-matching.ts';

export type RequestSort = (typeof requestSorts)[number];
/** `request`: the one whose details are open. */
export const requestsSpec = {
  sorts: requestSorts,
  filters: { keyword: 'text', status: reviewedStatuses, datasetId: 'text', group: 'text' },
  keeps: ['request'],
} as const;
type Query = CallQuery<typeof requestsSpec>;

/** The address of a request's panel. */
export const requestAddress = (id: string): string =>
  `${paths.adminRequests}?${new URLSearchParams({ request: id })}`;

const inputOf = (query: Query, status: ReviewedStatus[]) => ({ query: { ...query, status } });

/** The third part of the key has the list's statuses: see lists-cache.ts. */
export const requestsQuery = (query: Query, status: ReviewedStatus[]) =>
  queryOptions({
    queryKey: ['requests', query, status],
    queryFn: ({ signal }) => queryCall(listRequests, { ...inputOf(query, status), signal }),
  });

/** The address of the list of a group: a request, and those who joined it. */
export const groupAddress = (id: string): string =>
  `${paths.adminRequests}?${new URLSearchParams({ group: id })}`;

/** All matches, up to the limit of one decision. */
export const fetchMatchingRequests = (query: Query, status: ReviewedStatus[]): Promise<ListedRequest[]> =>
  fetchMatching((page) => call(listRequests, inputOf({ ...query, ...page }, status)));

export const requestQuery = (id: string) =>
  queryOptions({
    queryKey: ['request', id],
    queryFn: ({ signal }) => queryCall(getRequest, { params: { id }, signal }),
  });

/** The datasets whose reviewer one is, and what waits. Refetched periodically, which is no activity of the person. */
export const requestQueueQuery = queryOptions({
  queryKey: ['requestQueue'],
  queryFn: ({ signal }) => queryCall(getRequestQueue, { background: true, quiet: true, signal }),
});
