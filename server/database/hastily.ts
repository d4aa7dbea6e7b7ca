import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from './tables.ts';

type Db = Kysely<Tables>;

/** An SQLite database as one whose transactions are not waited for by the disk. */
const hasty = new WeakMap<Db, Db>();

/** Tells which database object begins transactions that the disk is not asked about. */
export const hastyIs = (db: Db, hastyOne: Db): void => void hasty.set(db, hastyOne);

/**
 * A transaction that does not wait for the disk: it survives the process's death, but a power cut may take it back as
 * a whole. Only for what costs nothing but doing it again (docs/decisions/0016).
 */
export function hastily<Result>(
  db: Db,
  work: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  const one = hasty.get(db);
  if (one) return one.transaction().execute(work);
  return db.transaction().execute(async (trx) => {
    await sql`set local synchronous_commit = off`.execute(trx);
    return work(trx);
  });
}
