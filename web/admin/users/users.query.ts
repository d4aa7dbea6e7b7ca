import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { limits } from '../../../contract/limits.ts';
import { getReviewWait } from '../../../contract/review-wait.ts';
import { type UserStatus, userStatuses } from '../../../contract/session.ts';
import { userCount } from '../../../contract/statistics.ts';
import { getUser, type ListedUser, listUsers, userSorts } from '../../../contract/user-review.ts';
import { call, queryCall } from '../../api/call.ts';
import type { CallQuery } from '../../ui/mantine/table/table-query.ts';

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

/** All matches, over all pages, up to the limit of one decision. */
export async function fetchMatching(query: Query, status: UserStatus[] | undefined): Promise<ListedUser[]> {
  const found = new Map<string, ListedUser>();
  for (let pageIndex = 1; found.size < limits.reviewBatch; pageIndex++) {
    const { list, count } = await call(
      listUsers,
      usersInput({ ...query, pageIndex, pageSize: limits.pageSizeMax }, status),
    );
    for (const user of list) found.set(user.id, user);
    if (list.length === 0 || pageIndex * limits.pageSizeMax >= count) break;
  }
  return [...found.values()].slice(0, limits.reviewBatch);
}

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

/** Invalidates lists, the open user and the figures after a change of any user. */
export function useRefreshUsers(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(
      [['users'], ['user'], ['userCount']].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
  };
}
