import { sql } from 'kysely';
import { onPostgres } from './dialect.ts';
import type { Queries } from './open.ts';

/**
 * Locks a name until the caller's transaction ends: of transactions on all servers one goes on at a time. For what has
 * no row yet; SQLite has one writer anyway.
 */
export async function advisoryLock(trx: Queries, name: string): Promise<void> {
  if (onPostgres(trx)) await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}

/** As `advisoryLock`, but false at once when another transaction has it. */
export async function tryAdvisoryLock(trx: Queries, name: string): Promise<boolean> {
  if (!onPostgres(trx)) return true;
  const { rows } = await sql<{
    got: boolean;
  }>`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as got`.execute(trx);
  return rows[0]?.got === true;
}
