import type { AdminRole, Invitation } from '../../../contract/administrators.ts';
import { endAdminSessions, type Note, unlinkInstitutions } from '../../auth/index.ts';
import {
  type Db,
  type InvitationsTable,
  isDuplicate,
  onPostgres,
  type Queries,
} from '../../database/index.ts';
import { type Mail, postMail } from '../../mail/index.ts';
import { newId } from '../../shared/ids.ts';
import type { TextCipher } from '../../shared/text-cipher.ts';
import { iso } from '../../shared/time.ts';

export interface NewInvitation {
  email: string;
  role: AdminRole;
  tokenHash: string;
  expiresAt: number;
  invitedBy: string;
}

interface NewAdministrator {
  email: string;
  name: string;
  passwordHash: string;
}

const present = (row: InvitationsTable): Invitation => ({
  id: row.id,
  email: row.email ?? '',
  role: row.role as AdminRole,
  createdAt: iso(row.created_at),
  expiresAt: iso(row.expires_at),
});

export function invitationsStore(db: Db, cipher: TextCipher) {
  const open = (now: number) =>
    db.selectFrom('invitations').selectAll().where('used_at', 'is', null).where('expires_at', '>', now);

  /** Consumes an invitation: of concurrent calls with one link one wins. */
  const takeUp = (trx: Queries, invitationId: string, now: number) =>
    trx
      .updateTable('invitations')
      .set({ used_at: now })
      .where('id', '=', invitationId)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning('role')
      .executeTakeFirst();

  return {
    /** Pending invitations; without the very first administrator's and resets, which the server issues. */
    async list(now: number): Promise<Invitation[]> {
      const rows = await open(now)
        .where('email', 'is not', null)
        .where('admin_id', 'is', null)
        .orderBy('created_at')
        .execute();
      return rows.map(present);
    },

    byToken: (tokenHash: string, now: number) =>
      open(now).where('token_hash', '=', tokenHash).executeTakeFirst(),

    async isAdministrator(email: string): Promise<boolean> {
      const row = await db
        .selectFrom('administrators')
        .select('id')
        .where('username', '=', email)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Replaces an earlier invitation to the same address, and queues its mail, in one transaction. */
    add(invitation: NewInvitation, mail: Mail, now: number, note: Note<Invitation>): Promise<Invitation> {
      return db.transaction().execute(async (trx) => {
        await trx
          .deleteFrom('invitations')
          .where('email', '=', invitation.email)
          .where('admin_id', 'is', null)
          .where('used_at', 'is', null)
          .execute();
        const row = await trx
          .insertInto('invitations')
          .values({
            id: newId(),
            email: invitation.email,
            role: invitation.role,
            token_hash: invitation.tokenHash,
            created_at: now,
            expires_at: invitation.expiresAt,
            used_at: null,
            invited_by: invitation.invitedBy,
            admin_id: null,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        await postMail(trx, mail, { now, cipher });
        const added = present(row);
        await note(trx, added);
        return added;
      });
    },

    /** @returns false when there was none to withdraw */
    withdraw: (id: string, note: Note<Invitation>): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        const row = await trx
          .deleteFrom('invitations')
          .where('id', '=', id)
          .where('email', 'is not', null)
          .where('admin_id', 'is', null)
          .where('used_at', 'is', null)
          .returningAll()
          .executeTakeFirst();
        if (row) await note(trx, present(row));
        return row !== undefined;
      }),

    administrator: (id: string) =>
      db
        .selectFrom('administrators')
        .select(['id', 'username', 'name', 'role'])
        .where('id', '=', id)
        .where('disabled_at', 'is', null)
        .executeTakeFirst(),

    /**
     * Consumes the link and sets an administrator's new password, which ends their sessions, and unlinks the
     * institutions that were linked by the old one since the link was made.
     * @param note called with their number
     * @returns false when the link was consumed, or the administrator disabled, meanwhile
     */
    reset(
      invitationId: string,
      adminId: string,
      passwordHash: string,
      now: number,
      note: Note<number>,
    ): Promise<boolean> {
      return db.transaction().execute(async (trx) => {
        // Before the invitation, in the order of `vitrine admin reset`: neither waits for the other.
        await trx
          .selectFrom('administrators')
          .select('id')
          .where('id', '=', adminId)
          .$if(onPostgres(trx), (query) => query.forNoKeyUpdate())
          .executeTakeFirst();
        if (!(await takeUp(trx, invitationId, now))) return false;
        const { numUpdatedRows } = await trx
          .updateTable('administrators')
          .set({ password_hash: passwordHash })
          .where('id', '=', adminId)
          .where('disabled_at', 'is', null)
          .executeTakeFirstOrThrow();
        await endAdminSessions(trx, adminId, now);
        if (numUpdatedRows !== 1n) return false;
        await note(trx, await unlinkInstitutions(trx, adminId));
        return true;
      });
    },

    /**
     * Consumes the invitation and inserts the administrator, in one transaction: of concurrent calls with one link one
     * wins.
     * @param note called with the administrator's id
     * @returns why not
     */
    async accept(
      invitationId: string,
      admin: NewAdministrator,
      now: number,
      note: Note<string>,
    ): Promise<'used up' | 'taken' | undefined> {
      try {
        return await db.transaction().execute(async (trx) => {
          const used = await takeUp(trx, invitationId, now);
          if (!used) return 'used up';
          const id = newId();
          await trx
            .insertInto('administrators')
            .values({
              id,
              username: admin.email,
              name: admin.name,
              password_hash: admin.passwordHash,
              role: used.role,
              created_at: now,
              disabled_at: null,
              totp_secret: null,
              totp_pending: null,
              totp_step: null,
            })
            .execute();
          await note(trx, id);
          return undefined;
        });
      } catch (error) {
        if (isDuplicate(error)) return 'taken';
        throw error;
      }
    },
  };
}

export type InvitationsStore = ReturnType<typeof invitationsStore>;
