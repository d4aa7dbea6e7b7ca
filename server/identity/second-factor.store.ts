import type { Db } from '../database/open.ts';
import { newId } from '../ids.ts';

/** Second factors: each of these decides by one conditional update, so that of many at once one wins. */
export function secondFactorStore(db: Db) {
  return {
    /** Uses a time step up; false when it, or a later one, was taken before. */
    async takeStep(adminId: string, secret: string, step: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('administrators')
        .set({ totp_step: step })
        .where('id', '=', adminId)
        .where('totp_secret', '=', secret)
        .where((eb) => eb.or([eb('totp_step', 'is', null), eb('totp_step', '<', step)]))
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    async takeRecoveryCode(adminId: string, codeHash: string, now: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('recovery_codes')
        .set({ used_at: now })
        .where('admin_id', '=', adminId)
        .where('code_hash', '=', codeHash)
        .where('used_at', 'is', null)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    /** Keeps a secret that does not count yet; false when a second factor is on already. */
    async begin(adminId: string, secret: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('administrators')
        .set({ totp_pending: secret })
        .where('id', '=', adminId)
        .where('totp_secret', 'is', null)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    /** Turns the pending secret on, its first code used up, with new recovery codes in place of any old ones. */
    confirm(adminId: string, secret: string, step: number, codeHashes: string[]): Promise<boolean> {
      return db.transaction().execute(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('administrators')
          .set({ totp_secret: secret, totp_pending: null, totp_step: step })
          .where('id', '=', adminId)
          .where('totp_pending', '=', secret)
          .where('totp_secret', 'is', null)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows !== 1n) return false;
        await trx.deleteFrom('recovery_codes').where('admin_id', '=', adminId).execute();
        await trx
          .insertInto('recovery_codes')
          .values(
            codeHashes.map((code_hash) => ({ id: newId(), admin_id: adminId, code_hash, used_at: null })),
          )
          .execute();
        return true;
      });
    },

    async disable(adminId: string): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await trx
          .updateTable('administrators')
          .set({ totp_secret: null, totp_pending: null, totp_step: null })
          .where('id', '=', adminId)
          .execute();
        await trx.deleteFrom('recovery_codes').where('admin_id', '=', adminId).execute();
      });
    },

    async codesLeft(adminId: string): Promise<number> {
      const row = await db
        .selectFrom('recovery_codes')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('admin_id', '=', adminId)
        .where('used_at', 'is', null)
        .executeTakeFirstOrThrow();
      return Number(row.count);
    },
  };
}

export type SecondFactorStore = ReturnType<typeof secondFactorStore>;
