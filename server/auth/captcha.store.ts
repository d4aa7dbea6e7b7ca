import type { Db } from '../database/index.ts';

/** Used challenges: a row each, until the challenge expires. */
export function captchaStore(db: Db) {
  return {
    /** True for the first use of this challenge, false for every later one. */
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
