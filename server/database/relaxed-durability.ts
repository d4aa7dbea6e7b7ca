import { type Kysely, sql, type Transaction } from 'kysely';
import { onPostgres } from './dialect.ts';
import { RELAXED } from './sqlite/dialect.ts';
import type { Tables } from './tables.ts';

/**
 * A transaction whose commit does not wait for fsync: it survives a crash of the process, but a power cut may roll it
 * back as a whole. Only for writes that are cheap to repeat (docs/decisions/0016).
 */
export function relaxedDurability<Result>(
  db: Kysely<Tables>,
  work: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  if (onPostgres(db))
    return db.transaction().execute(async (trx) => {
      await sql`set local synchronous_commit = off`.execute(trx);
      return work(trx);
    });
  return db.connection().execute(async (connection) => {
    await sql.raw(RELAXED).execute(connection);
    return connection.transaction().execute(work);
  });
}
