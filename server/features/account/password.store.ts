import { endEverything } from '../../auth/index.ts';
import type { Db, Queries } from '../../database/index.ts';

interface Change {
  userId: string;
  oldHash: string;
  newHash: string;
  /** Uses up the mailed code that proved the person, if one did. */
  spend: (trx: Queries) => Promise<void>;
}

/** Rolls the reset's transaction back. */
class CodeGone extends Error {}

export function passwordStore(db: Db) {
  return {
    /**
     * Replaces the password and ends all sessions and tickets.
     * @returns false, with nothing changed, when the old hash is no longer the user's
     */
    change({ userId, oldHash, newHash, spend }: Change, now: number): Promise<boolean> {
      return db.transaction().execute(async (trx) => {
        await spend(trx);
        const { numUpdatedRows } = await trx
          .updateTable('users')
          .set({ password_hash: newHash })
          .where('id', '=', userId)
          .where('password_hash', '=', oldHash)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows !== 1n) return false;
        await endEverything(trx, userId, now);
        return true;
      });
    },

    async personal(email: string): Promise<string[]> {
      const user = await db
        .selectFrom('users')
        .select(['first_name', 'family_name', 'affiliation'])
        .where('email', '=', email)
        .executeTakeFirst();
      return user ? [user.first_name, user.family_name, user.affiliation] : [];
    },

    /**
     * Consumes the code, sets the password, ends all sessions and tickets, revokes the personal tokens and unlinks the
     * institutions, in one transaction: of concurrent calls with one code one wins (threat 11). Whoever had the account
     * may have linked their own institution.
     * @returns false when the code was consumed meanwhile or there is no such user
     */
    async reset(codeId: string, email: string, passwordHash: string, now: number): Promise<boolean> {
      try {
        await db.transaction().execute(async (trx) => {
          // The user's row lock first: it serialises parallel resets.
          const user = await trx
            .updateTable('users')
            .set({ password_hash: passwordHash })
            .where('email', '=', email)
            .returning('id')
            .executeTakeFirst();
          if (!user) throw new CodeGone();
          // Other open codes of that address are consumed, too.
          const used = await trx
            .updateTable('valid_codes')
            .set({ used_at: now })
            .where('email', '=', email)
            .where('purpose', '=', 'reset')
            .where('used_at', 'is', null)
            .returning('id')
            .execute();
          if (!used.some((code) => code.id === codeId)) throw new CodeGone();
          await endEverything(trx, user.id, now);
          await trx
            .updateTable('personal_tokens')
            .set({ revoked_at: now })
            .where('user_id', '=', user.id)
            .where('revoked_at', 'is', null)
            .execute();
          await trx.deleteFrom('linked_identities').where('user_id', '=', user.id).execute();
        });
        return true;
      } catch (error) {
        if (error instanceof CodeGone) return false;
        throw error;
      }
    },
  };
}

export type PasswordStore = ReturnType<typeof passwordStore>;
