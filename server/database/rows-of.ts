import type { SelectQueryBuilder } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * The rows of these ids, in their order.
 * @param query of one table with an `id`; a row that is gone meanwhile is left out
 */
export async function rowsOf<T extends keyof Tables, Row extends { id: string }>(
  query: SelectQueryBuilder<Tables, T, Row>,
  ids: string[],
): Promise<Row[]> {
  if (ids.length === 0) return [];
  const rows = await query.where('id' as never, 'in', ids as never).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
