import { endAdminSessions, type Note } from '../../auth/index.ts';
import type { Db } from '../../database/index.ts';

/** An administrator's own credentials. */
export function ownAccessStore(db: Db) {
  return {
    find: (id: string) =>
      db.selectFrom('administrators').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),

    /**
     * Sets the password and ends all other sessions, in one transaction.
     * @param change `formerHash`: false when it is no longer the stored one
     * @param keep the token of the session to keep
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
