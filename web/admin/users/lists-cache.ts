import type { QueryClient } from '@tanstack/react-query';
import type { Page } from '../../../contract/lists.ts';
import type { UserStatus } from '../../../contract/session.ts';
import type { ListedUser } from '../../../contract/user-review.ts';

/** A page of users after some of them became `status`, without those that no longer match its filter. */
export function afterDecision(
  page: Page<ListedUser>,
  statuses: readonly UserStatus[] | undefined,
  ids: ReadonlySet<string>,
  status: UserStatus,
): Page<ListedUser> {
  const changed = page.list.map((user) => (ids.has(user.id) ? { ...user, status } : user));
  const list = changed.filter((user) => !ids.has(user.id) || !statuses || statuses.includes(status));
  return { ...page, list, count: page.count - (changed.length - list.length) };
}

/** look.md: optimistic update, the row disappears at once. The lists are refetched after the response. */
export async function showDecision(
  client: QueryClient,
  ids: ReadonlySet<string>,
  status: UserStatus,
): Promise<void> {
  // Responses in flight still have the former status.
  await client.cancelQueries({ queryKey: ['users'] });
  for (const { queryKey } of client.getQueryCache().findAll({ queryKey: ['users'] })) {
    const statuses = queryKey[2] as UserStatus[] | undefined;
    client.setQueryData<Page<ListedUser>>(queryKey, (page) =>
      page ? afterDecision(page, statuses, ids, status) : undefined,
    );
  }
}
