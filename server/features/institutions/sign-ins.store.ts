import {
  addApplicant,
  identitiesOf,
  isSubjectNoted,
  type NewUser,
  noteSubject,
  type Settle,
  type Subject,
} from '../../approval/index.ts';
import type { Note } from '../../auth/index.ts';
import type { Db, Queries } from '../../database/index.ts';
import { newId } from '../../shared/ids.ts';
import type { Purpose } from './browser-cookie.ts';
import { type NotLinked, orRefused, Refused, type SignInRow, spendTicket } from './spend-ticket.store.ts';

/** Sign-ins under way, and the accounts that they open. @param addressKey the secret named `address` */
export function signInsStore(db: Db, addressKey: string, settle: Settle) {
  const matching = (queries: Queries, { issuer, subject }: Subject) =>
    queries
      .selectFrom('linked_identities')
      .selectAll()
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .executeTakeFirst();

  async function insertLink(trx: Queries, userId: string, row: SignInRow, now: number): Promise<void> {
    const { issuer, subject, affiliation, domains } = row;
    await trx
      .insertInto('linked_identities')
      .values({
        id: newId(),
        user_id: userId,
        issuer,
        subject,
        affiliation,
        domains,
        linked_at: now,
        last_used_at: null,
      })
      .execute();
  }

  return {
    async add(row: SignInRow): Promise<void> {
      await db.insertInto('institution_sign_ins').values(row).execute();
    },

    /**
     * Takes the code, once, and puts a ticket in its place.
     * @returns undefined for a code that is unknown, used, over, or of another browser
     */
    take(
      { codeHash, browserHash, ticketHash }: Record<'codeHash' | 'browserHash' | 'ticketHash', string>,
      now: number,
      until: number,
    ): Promise<SignInRow | undefined> {
      return db
        .updateTable('institution_sign_ins')
        .set({ ticket_hash: ticketHash, expires_at: until })
        .where('code_hash', '=', codeHash)
        .where('browser_hash', '=', browserHash)
        .where('ticket_hash', 'is', null)
        .where('expires_at', '>', now)
        .returningAll()
        .executeTakeFirst();
    },

    /** @param purpose what it was begun for: a ticket is good for nothing else */
    byTicket: (ticketHash: string, purpose: Purpose, now: number): Promise<SignInRow | undefined> =>
      db
        .selectFrom('institution_sign_ins')
        .selectAll()
        .where('ticket_hash', '=', ticketHash)
        .where('expires_at', '>', now)
        .where((eb) =>
          purpose === 'user'
            ? eb.or([eb('purpose', 'is', null), eb('purpose', '=', 'user')])
            : eb('purpose', '=', purpose),
        )
        .executeTakeFirst(),

    /** Notes the address that the person has proved. */
    async setEmail(id: string, email: string): Promise<void> {
      await db.updateTable('institution_sign_ins').set({ email }).where('id', '=', id).execute();
    },

    async remove(id: string): Promise<void> {
      await db.deleteFrom('institution_sign_ins').where('id', '=', id).execute();
    },

    identity: (subject: Subject) => matching(db, subject),

    user: (id: string) => db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst(),

    userByEmail: (email: string) =>
      db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst(),

    /**
     * Notes a sign-in by a linked person, with what the provider vouches for today.
     * @returns false when it is not linked to that user any more
     */
    async touch(trx: Queries, userId: string, row: SignInRow, now: number): Promise<boolean> {
      const { numUpdatedRows } = await trx
        .updateTable('linked_identities')
        .set({ last_used_at: now, affiliation: row.affiliation, domains: row.domains })
        .where('user_id', '=', userId)
        .where('issuer', '=', row.issuer)
        .where('subject', '=', row.subject)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    /**
     * Links a person to an account, and uses the ticket up.
     * @param proved uses up the mailed code and writes the log, in the same transaction
     * @returns undefined when it is done
     */
    link(
      userId: string,
      row: SignInRow,
      now: number,
      proved: (trx: Queries) => Promise<void>,
    ): Promise<NotLinked | undefined> {
      return orRefused(() =>
        db.transaction().execute(async (trx) => {
          const user = await trx
            .selectFrom('users')
            .select('status')
            .where('id', '=', userId)
            .executeTakeFirst();
          if (!user) throw new Refused('over');
          // A suspension stays with the person, whichever account they come to next.
          if (user.status === 'suspended') await noteSubject(trx, addressKey, row, 'suspended', now);
          else if (await isSubjectNoted(trx, addressKey, row, 'suspended')) throw new Refused('suspended');
          await spendTicket(trx, row.id);
          await proved(trx);
          await insertLink(trx, userId, row, now);
          return undefined;
        }),
      );
    },

    /** Registers a person with their application; `taken`: the address, or the person, has an account meanwhile. */
    register: (row: SignInRow, user: NewUser, now: number) =>
      orRefused(() =>
        db.transaction().execute(async (trx) => {
          await spendTicket(trx, row.id);
          return addApplicant(trx, settle, user, now, (userId) => insertLink(trx, userId, row, now));
        }),
      ),

    links: (userId: string) => identitiesOf(db, userId),

    /** False when the user has no such link. */
    unlink: (userId: string, id: string, note: Note<void>): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        const { numDeletedRows } = await trx
          .deleteFrom('linked_identities')
          .where('id', '=', id)
          .where('user_id', '=', userId)
          .executeTakeFirstOrThrow();
        if (numDeletedRows !== 1n) return false;
        await note(trx);
        return true;
      }),
  };
}

export type SignInsStore = ReturnType<typeof signInsStore>;
