import { type SelectType, sql } from 'kysely';
import { oneOf } from './dialect.ts';
import type { Queries } from './open.ts';
import type { Tables } from './tables.ts';

type RowOf<Table> = { [Column in keyof Table]: SelectType<Table[Column]> };

/** The rows of these ids, in their order; a row that is gone meanwhile is left out. */
export async function rowsOf<Name extends 'records' | 'users'>(
  db: Queries,
  table: Name,
  ids: readonly string[],
): Promise<RowOf<Tables[Name]>[]> {
  if (ids.length === 0) return [];
  const query = sql<RowOf<Tables[Name]>>`select * from ${sql.table(table)} where ${oneOf(db, ids)}`;
  const { rows } = await query.execute(db);
  const byId = new Map(rows.map((row) => [row.id as string, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
