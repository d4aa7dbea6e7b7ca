import type { Db } from '../database/index.ts';
import { type FaultyFile, type Mail, postMail } from '../mail/index.ts';

/** Integrity faults up to this time were reported; shared by all servers. */
const REPORTED_UP_TO = 'notice.marksToldUpTo';

/** Files with integrity faults to report to the administrators. */
export function faultNoticesStore(db: Db) {
  return {
    async toldUpTo(): Promise<number> {
      const row = await db
        .selectFrom('secrets')
        .select('value')
        .where('name', '=', REPORTED_UP_TO)
        .executeTakeFirst();
      return Number(row?.value ?? 0);
    },

    /** Faults found after `since`, the oldest first. */
    async markedSince(since: number): Promise<FaultyFile[]> {
      const rows = await db
        .selectFrom('blobs')
        .select(['mark', 'marked_at', 'source'])
        .where('mark', 'is not', null)
        .where('marked_at', '>', since)
        .where('state', '=', 'kept')
        .orderBy('marked_at')
        .orderBy('key')
        .execute();
      return rows.flatMap(({ mark, marked_at, source }) =>
        mark === null || marked_at === null ? [] : [{ mark, markedAt: marked_at, source }],
      );
    },

    /**
     * Queues the mails; one conditional update decides which server does.
     * @param last as it was read
     */
    tell(last: number, upTo: number, mails: Mail[], now: number): Promise<boolean> {
      return db.transaction().execute(async (trx) => {
        await trx
          .insertInto('secrets')
          .values({ name: REPORTED_UP_TO, value: '0' })
          .onConflict((conflict) => conflict.column('name').doNothing())
          .execute();
        const { numUpdatedRows } = await trx
          .updateTable('secrets')
          .set({ value: String(upTo) })
          .where('name', '=', REPORTED_UP_TO)
          .where('value', '=', String(last))
          .executeTakeFirstOrThrow();
        if (numUpdatedRows !== 1n) return false;
        for (const mail of mails) await postMail(trx, mail, { now });
        return true;
      });
    },
  };
}

export type FaultNoticesStore = ReturnType<typeof faultNoticesStore>;
