import type { QueryClient } from '@tanstack/react-query';
import type { Page } from '../../../contract/lists.ts';
import type { Reviewed } from './review-kind.ts';

/** A page of rows after some of them became `status`, without those that no longer match its filter. */
export function afterDecision<Row extends Reviewed>(
  page: Page<Row>,
  statuses: readonly string[] | undefined,
  ids: ReadonlySet<string>,
  status: string,
): Page<Row> {
  const changed = page.list.map((row) => (ids.has(row.id) ? { ...row, status } : row));
  const list = changed.filter((row) => !ids.has(row.id) || !statuses || statuses.includes(status));
  return { ...page, list, count: page.count - (changed.length - list.length) };
}

/** look.md: optimistic update, the row disappears at once. The lists are refetched after the response. */
export async function showDecision(
  client: QueryClient,
  listKey: string,
  ids: ReadonlySet<string>,
  status: string,
): Promise<void> {
  // Responses in flight still have the former status.
  await client.cancelQueries({ queryKey: [listKey] });
  for (const { queryKey } of client.getQueryCache().findAll({ queryKey: [listKey] })) {
    const statuses = queryKey[2] as string[] | undefined;
    client.setQueryData<Page<Reviewed>>(queryKey, (page) =>
      page ? afterDecision(page, statuses, ids, status) : undefined,
    );
  }
}
