import type { AliasableExpression, RawBuilder } from 'kysely';
import { sql } from 'kysely';

/** The few places where the two databases, or user input and LIKE, differ. */

/** `column` contains `text`, whatever its case; `%` and `_` in it are taken as they are. */
export const contains = (column: string, text: string): RawBuilder<boolean> =>
  sql`lower(${sql.ref(column)}) like ${`%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`;

/** A sum as a number, 0 when there is no row. */
export const sum = (column: string): AliasableExpression<number> =>
  sql<number>`coalesce(sum(${sql.ref(column)}), 0)`;

/** The UTC day number (days since 1970) of a time column in ms; the same integer division in both databases. */
export const dayOf = (column: string): RawBuilder<number> => sql<number>`${sql.ref(column)} / 86400000`;

/** Whether an error is a unique constraint's. */
export const isDuplicate = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === '23505' ||
    error.code === 'SQLITE_CONSTRAINT_UNIQUE' ||
    error.code === 'SQLITE_CONSTRAINT_PRIMARYKEY');
