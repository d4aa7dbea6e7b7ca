import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { UserStatus } from '../../../contract/session.ts';
import { getUser, type ListedUser, listUsers, type userSorts } from '../../../contract/user-review.ts';
import { call } from '../../api/call.ts';
import type { toCallQuery } from '../../ui/mantine/table/table-query.ts';

export type UserSort = (typeof userSorts)[number];
export type UserFilter = 'keyword' | 'status';

export const nameOf = ({ firstName, familyName }: ListedUser): string => `${firstName} ${familyName}`;

export const usersQuery = (
  query: ReturnType<typeof toCallQuery<UserSort, UserFilter>>,
  status: UserStatus[] | undefined,
) =>
  queryOptions({
    queryKey: ['users', query, status],
    queryFn: ({ signal }) => {
      const { status: _, ...rest } = query;
      return call(listUsers, { query: status ? { ...rest, status } : rest, signal });
    },
    placeholderData: keepPreviousData,
  });

export const userQuery = (id: string) =>
  queryOptions({
    queryKey: ['user', id],
    queryFn: ({ signal }) => call(getUser, { params: { id }, signal }),
  });

/** After a change of any user: lists, the open one and the figures are asked for again. */
export function useRefreshUsers(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(
      [['users'], ['user'], ['userCount']].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
  };
}
