import { type Kind, tablesOf } from '../approval/index.ts';
import type { Db, Queries } from '../database/index.ts';
import { type Mail, postMail } from '../mail/index.ts';

class Overtaken extends Error {}

/**
 * Marks what waits as announced and queues the mails, in one transaction: when another server has announced one of them
 * meanwhile, nothing is written, and the next round announces the rest.
 */
export async function announceAs(
  db: Db,
  kind: Kind,
  waiting: readonly { id: string }[],
  mails: readonly Mail[],
  now: number,
): Promise<boolean> {
  const tables = tablesOf(kind);
  try {
    await db.transaction().execute(async (trx) => {
      for (const { id } of waiting) {
        const { numUpdatedRows } = await tables
          .update(trx)
          .set({ announced_at: now })
          .where('id', '=', id)
          .where('status', '=', 'pending')
          .where('announced_at', 'is', null)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows !== 1n) throw new Overtaken();
      }
      for (const mail of mails) await postMail(trx, mail, { now });
    });
    return true;
  } catch (error) {
    if (error instanceof Overtaken) return false;
    throw error;
  }
}

/** When the last digest was sent, ms; 0: never. */
export async function lastDigestOf(db: Queries, name: string): Promise<number> {
  const row = await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst();
  return Number(row?.value ?? 0);
}

/**
 * Decides which server sends a digest.
 * @param last time of the last one, as it was read
 */
export async function claimDigest(trx: Queries, name: string, last: number, now: number): Promise<boolean> {
  await trx
    .insertInto('secrets')
    .values({ name, value: '0' })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { numUpdatedRows } = await trx
    .updateTable('secrets')
    .set({ value: String(now) })
    .where('name', '=', name)
    .where('value', '=', String(last))
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
