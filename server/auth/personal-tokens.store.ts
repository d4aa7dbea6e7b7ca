import type { Db } from '../database/index.ts';
import { DAY } from '../shared/time.ts';
import { holdPassword } from './session.store.ts';

/** A personal access token that is valid or expired recently; without the secret. Times in ms. */
export interface StoredToken {
  id: string;
  name: string;
  createdAt: number;
  expiresAt: number;
  lastUsedAt: number | null;
}

/** Expired tokens stay listed for this long, to explain why a script stopped working. */
const SHOWN_AFTER = 30 * DAY;

export function personalTokenStore(db: Db) {
  return {
    async list(userId: string): Promise<StoredToken[]> {
      const rows = await db
        .selectFrom('personal_tokens')
        .selectAll()
        .where('user_id', '=', userId)
        .where('revoked_at', 'is', null)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute();
      return rows.map((row) => ({
        id: row.id,
        name: row.name,
        createdAt: row.created_at,
        expiresAt: row.expires_at,
        lastUsedAt: row.last_used_at,
      }));
    },

    /**
     * Adds a token for a user who has proved the password, unless they have `most` valid ones already.
     * @returns `gone`: the password was changed meanwhile, which would have revoked the token
     */
    add(
      user: { id: string; passwordHash: string },
      token: { id: string; name: string; hash: string; expiresAt: number },
      most: number,
      now: number,
    ): Promise<'added' | 'full' | 'gone'> {
      return db.transaction().execute(async (trx) => {
        // Takes the user's row lock, too: concurrent additions are counted one after another.
        if (!(await holdPassword(trx, 'user', user.id, user.passwordHash))) return 'gone';
        await trx
          .deleteFrom('personal_tokens')
          .where('user_id', '=', user.id)
          .where('expires_at', '<', now - SHOWN_AFTER)
          .execute();
        const { count } = await trx
          .selectFrom('personal_tokens')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('user_id', '=', user.id)
          .where('revoked_at', 'is', null)
          .where('expires_at', '>', now)
          .executeTakeFirstOrThrow();
        if (Number(count) >= most) return 'full';
        await trx
          .insertInto('personal_tokens')
          .values({
            id: token.id,
            user_id: user.id,
            name: token.name,
            token_hash: token.hash,
            created_at: now,
            expires_at: token.expiresAt,
            last_used_at: null,
            revoked_at: null,
          })
          .execute();
        return 'added';
      });
    },

    /** Revokes one of the user's own; false when there is none. */
    async revoke(userId: string, id: string, now: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('personal_tokens')
        .set({ revoked_at: now })
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .where('revoked_at', 'is', null)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    byHash: (hash: string) =>
      db.selectFrom('personal_tokens').selectAll().where('token_hash', '=', hash).executeTakeFirst(),

    /**
     * Marks a token as expired and deletes its hash, so that it stays expired when the clock is set back. It is still
     * listed.
     */
    async over(id: string): Promise<void> {
      await db
        .updateTable('personal_tokens')
        .set({ token_hash: `over ${id}` })
        .where('id', '=', id)
        .execute();
    },

    /** Records a use, unless one was recorded since `unlessSince`. */
    async touch(id: string, now: number, unlessSince: number): Promise<void> {
      await db
        .updateTable('personal_tokens')
        .set({ last_used_at: now })
        .where('id', '=', id)
        .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', unlessSince)]))
        .execute();
    },
  };
}

export type PersonalTokenStore = ReturnType<typeof personalTokenStore>;
