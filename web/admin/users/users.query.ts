import { queryOptions } from '@tanstack/react-query';
import { getReviewWait } from '../../../contract/review-wait.ts';
import { type UserStatus, userStatuses } from '../../../contract/session.ts';
import { userCount } from '../../../contract/statistics.ts';
import { getUser, type ListedUser, listUsers, userSorts } from '../../../contract/user-review.ts';
import { call, queryCall } from '../../api/call.ts';
import type { CallQuery } from '../../ui/mantine/table/table-query.ts';
import { fetchMatching } from '../review/fetch-matching.ts';

export type UserSort = (typeof userSorts)[number];
/** `user`: the one whose details are open. */
export const usersSpec = {
  sorts: userSorts,
  filters: { keyword: 'text', status: userStatuses },
  keeps: ['user'],
} as const;
type Query = CallQuery<typeof usersSpec>;

export const nameOf = ({ firstName, familyName }: ListedUser): string => `${firstName} ${familyName}`;

function usersInput(given: Query, status: UserStatus[] | undefined) {
  const { status: _, ...rest } = given;
  return { query: status ? { ...rest, status } : rest };
}

/** The third part of the key has the list's statuses: see lists-cache.ts. */
export const usersQuery = (query: Query, status: UserStatus[] | undefined) =>
  queryOptions({
    queryKey: ['users', query, status],
    queryFn: ({ signal }) => queryCall(listUsers, { ...usersInput(query, status), signal }),
  });

/** All matches, up to the limit of one decision. */
export const fetchMatchingUsers = (query: Query, status: UserStatus[] | undefined): Promise<ListedUser[]> =>
  fetchMatching((page) => call(listUsers, usersInput({ ...query, ...page }, status)));

export const userQuery = (id: string) =>
  queryOptions({
    queryKey: ['user', id],
    queryFn: ({ signal }) => queryCall(getUser, { params: { id }, signal }),
  });

/** Number of users by status. Refetched periodically, which is no activity of the person. */
export const userCountQuery = queryOptions({
  queryKey: ['userCount'],
  queryFn: () => queryCall(userCount, { background: true, quiet: true }),
});

export const reviewWaitQuery = queryOptions({
  queryKey: ['reviewWait'],
  queryFn: () => queryCall(getReviewWait, { quiet: true }),
});
