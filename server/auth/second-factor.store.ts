import type { Db, Queries } from '../database/index.ts';
import { newId } from '../shared/ids.ts';
import type { TextCipher } from '../shared/text-cipher.ts';
import type { Note } from './audit.ts';

/** Used time steps that are kept of an administrator; the highest deleted one becomes the lower bound. */
const STEPS_KEPT = 1_000;

/** Additional authenticated data of an administrator's encrypted secret. */
export const ofAdministrator = (adminId: string): string => `administrator ${adminId}`;

/**
 * Second factors. Each operation is decided by one conditional update, so that of concurrent calls one wins. Secrets
 * are encrypted here and compared in their stored form.
 */
export function secondFactorStore(db: Db) {
  return {
    transaction: (work: (trx: Queries) => Promise<boolean>): Promise<boolean> =>
      db.transaction().execute(work),

    /**
     * Consumes a time step; false when it was used before. Lower steps than the last one are accepted if unused: a
     * clock that was set back repeats them.
     */
    async takeStep(trx: Queries, adminId: string, secret: string, step: number): Promise<boolean> {
      // Changes nothing; takes the row lock, so that concurrent sign-ins of this administrator wait for this
      // transaction.
      const { numUpdatedRows } = await trx
        .updateTable('administrators')
        .set((eb) => ({ totp_step: eb.ref('totp_step') }))
        .where('id', '=', adminId)
        .where('totp_secret', '=', secret)
        .where((eb) => eb.or([eb('totp_step', 'is', null), eb('totp_step', '<', step)]))
        .executeTakeFirstOrThrow();
      if (numUpdatedRows !== 1n) return false;
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('totp_steps')
        .values({ admin_id: adminId, step })
        .onConflict((conflict) => conflict.columns(['admin_id', 'step']).doNothing())
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows !== 1n) return false;
      await forgetOldest(trx, adminId);
      return true;
    },

    async takeRecoveryCode(trx: Queries, adminId: string, codeHash: string, now: number): Promise<boolean> {
      const { numUpdatedRows } = await trx
        .updateTable('recovery_codes')
        .set({ used_at: now })
        .where('admin_id', '=', adminId)
        .where('code_hash', '=', codeHash)
        .where('used_at', 'is', null)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    /** Stores a pending secret; false when a second factor is on already. */
    begin: (adminId: string, secret: string, note: Note<void>): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('administrators')
          .set({ totp_pending: secret })
          .where('id', '=', adminId)
          .where('totp_secret', 'is', null)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows !== 1n) return false;
        await note(trx);
        return true;
      }),

    /** Activates the pending secret, consumes its first code, and replaces the recovery codes. */
    confirm(
      adminId: string,
      secret: string,
      { step, hashes }: { step: number; hashes: string[] },
      note: Note<void>,
    ): Promise<boolean> {
      return db.transaction().execute(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('administrators')
          .set({ totp_secret: secret, totp_pending: null, totp_step: null })
          .where('id', '=', adminId)
          .where('totp_pending', '=', secret)
          .where('totp_secret', 'is', null)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows !== 1n) return false;
        await trx.deleteFrom('totp_steps').where('admin_id', '=', adminId).execute();
        await trx.insertInto('totp_steps').values({ admin_id: adminId, step }).execute();
        await trx.deleteFrom('recovery_codes').where('admin_id', '=', adminId).execute();
        await trx
          .insertInto('recovery_codes')
          .values(hashes.map((code_hash) => ({ id: newId(), admin_id: adminId, code_hash, used_at: null })))
          .execute();
        await note(trx);
        return true;
      });
    },

    /**
     * @param secret the stored one, which must be unchanged
     * @param taken consumes a code, in the same transaction
     * @returns false when either fails: the second factor stays on
     */
    disable: (
      adminId: string,
      secret: string,
      taken: (trx: Queries) => Promise<boolean>,
      note: Note<void>,
    ): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        if (!(await lockFactor(trx, adminId, secret)) || !(await taken(trx))) return false;
        await removeSecondFactor(trx, adminId);
        await note(trx);
        return true;
      }),

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

async function forgetOldest(trx: Queries, adminId: string): Promise<void> {
  const oldest = await trx
    .selectFrom('totp_steps')
    .select('step')
    .where('admin_id', '=', adminId)
    .orderBy('step', 'desc')
    .offset(STEPS_KEPT)
    .limit(1)
    .executeTakeFirst();
  if (!oldest) return;
  const { step } = oldest;
  await trx.deleteFrom('totp_steps').where('admin_id', '=', adminId).where('step', '<=', step).execute();
  await trx.updateTable('administrators').set({ totp_step: step }).where('id', '=', adminId).execute();
}

/**
 * Takes the administrator's row lock until the transaction ends: concurrent use or removal of the second factor waits.
 * @returns whether it is on, with that secret
 */
async function lockFactor(trx: Queries, adminId: string, secret: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('administrators')
    .set((eb) => ({ totp_step: eb.ref('totp_step') }))
    .where('id', '=', adminId)
    .where('totp_secret', '=', secret)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Turns an administrator's second factor off, within the caller's transaction. */
export async function removeSecondFactor(trx: Queries, adminId: string): Promise<void> {
  await trx
    .updateTable('administrators')
    .set({ totp_secret: null, totp_pending: null, totp_step: null })
    .where('id', '=', adminId)
    .execute();
  for (const table of ['recovery_codes', 'totp_steps'] as const)
    await trx.deleteFrom(table).where('admin_id', '=', adminId).execute();
}

/**
 * Encrypts the secrets that a former version stored in clear text.
 * @returns how many
 */
export async function encryptOldFactors(db: Queries, cipher: TextCipher): Promise<number> {
  const rows = await db
    .selectFrom('administrators')
    .select(['id', 'totp_secret', 'totp_pending'])
    .where((eb) => eb.or([eb('totp_secret', 'is not', null), eb('totp_pending', 'is not', null)]))
    .execute();
  const encrypted = (secret: string | null, id: string) =>
    secret === null ? null : cipher.encrypt(secret, ofAdministrator(id));
  for (const { id, totp_secret, totp_pending } of rows) {
    await db
      .updateTable('administrators')
      .set({ totp_secret: encrypted(totp_secret, id), totp_pending: encrypted(totp_pending, id) })
      .where('id', '=', id)
      .execute();
  }
  return rows.length;
}
