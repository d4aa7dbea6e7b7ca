import type { Db } from '../database/index.ts';

/** Used challenges: a row each, until the challenge expires. */
export function captchaStore(db: Db) {
  return {
    /**
     * True for the first use of this challenge, false for every later one.
     * @param over ms since 1970: what had expired by then is forgotten
     */
    async use(signature: string, expiresAt: number, over: number): Promise<boolean> {
      await db.deleteFrom('used_captchas').where('expires_at', '<', over).execute();
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('used_captchas')
        .values({ signature, expires_at: expiresAt })
        .onConflict((conflict) => conflict.column('signature').doNothing())
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows === 1n;
    },
  };
}
