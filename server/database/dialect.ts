import { type AliasableExpression, expressionBuilder, PostgresAdapter, type RawBuilder, sql } from 'kysely';
import type { Queries } from './open.ts';

/** The differences between the two databases, and escaping of user input for LIKE. */

/** ASCII, and letters of scripts without upper and lower case (Unicode's `Lo`), as Chinese and Arabic. */
const COMPARED_BY_DATABASE = /^[\x20-\x7e\p{Lo}]*$/u;

const patternOf = (text: string): string => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;

/**
 * `column` contains `text`, case-insensitively; `%` and `_` are literal. ASCII text and scripts without case use the
 * databases' own comparison: on SQLite other text calls a JavaScript function for every row.
 */
export const contains = (column: string, text: string): RawBuilder<boolean> => anyContains([column], text);

/**
 * One of the columns contains `text`, as in `contains`. A function is called once per row, for all columns joined by a
 * line break, which `text` should not have: it takes half the time.
 */
export function anyContains(columns: readonly string[], text: string): RawBuilder<boolean> {
  const refs = columns.map((column) => sql.ref<string>(column));
  const pattern = patternOf(text);
  const compared = expressionBuilder();
  const found = COMPARED_BY_DATABASE.test(text)
    ? refs.map((ref) => compared(ref, 'ilike', pattern))
    : [compared(sql<string>`lower(concat_ws('\n', ${sql.join(refs)}))`, 'like', pattern)];
  return sql`(${sql.join(
    found.map((one) => sql`${one} escape '\\'`),
    sql` or `,
  )})`;
}

/** As `contains`, for a column that is lower-case already. */
export const lowerContains = (column: string, text: string): RawBuilder<boolean> =>
  sql`${sql.ref(column)} like ${patternOf(text)} escape '\\'`;

/**
 * Keeps SQLite from using an index on this column. Without statistics it would take the first index that fits an
 * equality and sort the result; here the sort's index, which covers the filters, must be scanned instead. PostgreSQL
 * decides by its statistics.
 */
export const unindexed = <T = unknown>(db: Queries, column: string): RawBuilder<T> =>
  onPostgres(db) ? sql<T>`${sql.ref(column)}` : sql<T>`+${sql.ref(column)}`;

/** A sum as a number, 0 when there is no row. */
export const sum = (column: string): AliasableExpression<number> =>
  sql<number>`coalesce(sum(${sql.ref(column)}), 0)`;

/** The UTC day number (days since 1970) of a time column in ms; the same integer division in both databases. */
export const dayOf = (column: string): RawBuilder<number> => sql<number>`${sql.ref(column)} / 86400000`;

export const onPostgres = (db: Queries): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/** `id` is one of these: one array parameter, so that the SQL text does not depend on their number. */
export const oneOf = (db: Queries, ids: readonly string[]): RawBuilder<boolean> =>
  onPostgres(db) ? sql`id = any(${ids})` : sql`id in (select value from json_each(${JSON.stringify(ids)}))`;

/** The database's clock, ms since 1970: shared by all processes that use it. */
export const databaseTime = (db: Queries): RawBuilder<number> =>
  onPostgres(db)
    ? sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`
    : sql<number>`cast(unixepoch('subsec') * 1000 as integer)`;

/** Whether an error is a unique constraint violation. */
export const isDuplicate = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === '23505' ||
    error.code === 'SQLITE_CONSTRAINT_UNIQUE' ||
    error.code === 'SQLITE_CONSTRAINT_PRIMARYKEY');
