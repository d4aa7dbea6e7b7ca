import type { Db } from '../database/index.ts';

/** Which challenges were used: a row each, until the challenge would have expired anyway. */
export function captchaStore(db: Db) {
  return {
    /** True for the first who comes with this challenge, false for everybody after. */
    async use(signature: string, expiresAt: number, now: number): Promise<boolean> {
      await db.deleteFrom('used_captchas').where('expires_at', '<', now).execute();
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('used_captchas')
        .values({ signature, expires_at: expiresAt })
        .onConflict((conflict) => conflict.column('signature').doNothing())
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows === 1n;
    },
  };
}
