import { endAdminSessions, type Note } from '../../auth/index.ts';
import type { Db } from '../../database/index.ts';

/** What an administrator changes about their own signing in. */
export function ownAccessStore(db: Db) {
  return {
    find: (id: string) =>
      db.selectFrom('administrators').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),

    /**
     * The new password, and the end of all other sessions, together.
     * @param change `formerHash`: when it is no longer the stored one, somebody else changed it meanwhile: false
     * @param keep the token of the session that goes on
     */
    setPassword(
      id: string,
      change: { hash: string; formerHash: string },
      keep: string,
      now: number,
      note: Note<void>,
    ): Promise<boolean> {
      return db.transaction().execute(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('administrators')
          .set({ password_hash: change.hash })
          .where('id', '=', id)
          .where('password_hash', '=', change.formerHash)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows !== 1n) return false;
        await endAdminSessions(trx, id, now, keep);
        await note(trx);
        return true;
      });
    },
  };
}

export type OwnAccessStore = ReturnType<typeof ownAccessStore>;
