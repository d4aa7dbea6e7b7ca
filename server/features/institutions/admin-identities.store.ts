import type { Subject } from '../../approval/index.ts';
import { holdPassword } from '../../auth/index.ts';
import type { Db, Queries } from '../../database/index.ts';
import { newId } from '../../shared/ids.ts';
import { type NotLinked, orRefused, Refused, type SignInRow, spendTicket } from './spend-ticket.store.ts';

/** An administrator, and their password and second factor as they were stored when these were judged. */
export interface Prover {
  id: string;
  passwordHash: string;
}

/** What administrators have linked: by themselves, while signed in; nothing else makes a row (threat 40). */
export function adminIdentitiesStore(db: Db) {
  return {
    administrator: (id: string) =>
      db.selectFrom('administrators').selectAll().where('id', '=', id).executeTakeFirst(),

    /** Whom the provider's person signs in, disabled or not. */
    holder: ({ issuer, subject }: Subject) =>
      db
        .selectFrom('administrator_identities as i')
        .innerJoin('administrators as a', 'a.id', 'i.admin_id')
        .selectAll('a')
        .where('i.issuer', '=', issuer)
        .where('i.subject', '=', subject)
        .executeTakeFirst(),

    list: (adminId: string) =>
      db
        .selectFrom('administrator_identities')
        .selectAll()
        .where('admin_id', '=', adminId)
        .orderBy('linked_at')
        .orderBy('id')
        .execute(),

    spend: spendTicket,

    /**
     * Notes a sign-in, in the session's transaction.
     * @returns false when it is not linked to that administrator any more, or they are disabled
     */
    async touch(trx: Queries, adminId: string, { issuer, subject }: Subject, now: number): Promise<boolean> {
      const { numUpdatedRows } = await trx
        .updateTable('administrator_identities')
        .set({ last_used_at: now })
        .where('admin_id', '=', adminId)
        .where('issuer', '=', issuer)
        .where('subject', '=', subject)
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom('administrators')
              .select('id')
              .where('id', '=', adminId)
              .where('disabled_at', 'is', null),
          ),
        )
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    /**
     * Links a person to an administrator, and uses the ticket up.
     * @param takeCode uses up a code of the second factor; false: it is wrong
     * @param note writes the log, in the same transaction
     * @returns undefined when it is done
     */
    link(
      { id, passwordHash }: Prover,
      row: SignInRow,
      now: number,
      takeCode: (trx: Queries) => Promise<boolean>,
      note: (trx: Queries) => Promise<void>,
    ): Promise<NotLinked | undefined> {
      return orRefused(() =>
        db.transaction().execute(async (trx) => {
          // A reset of the password, or one on the server, waits; the one before this has ended the proof.
          if (!(await holdPassword(trx, 'admin', id, passwordHash))) throw new Refused('over');
          if (!(await takeCode(trx))) throw new Refused('code');
          await spendTicket(trx, row.id);
          const { issuer, subject } = row;
          await trx
            .insertInto('administrator_identities')
            .values({ id: newId(), admin_id: id, issuer, subject, linked_at: now, last_used_at: null })
            .execute();
          await note(trx);
          return undefined;
        }),
      );
    },

    /** False when the administrator has no such link. */
    unlink: (
      adminId: string,
      id: string,
      note: (trx: Queries, gone: Subject) => Promise<void>,
    ): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        const gone = await trx
          .deleteFrom('administrator_identities')
          .where('id', '=', id)
          .where('admin_id', '=', adminId)
          .returning(['issuer', 'subject'])
          .executeTakeFirst();
        if (!gone) return false;
        await note(trx, gone);
        return true;
      }),
  };
}

export type AdminIdentitiesStore = ReturnType<typeof adminIdentitiesStore>;
