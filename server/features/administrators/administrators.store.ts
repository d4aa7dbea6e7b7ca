import type { Administrator, AdminRole } from '../../../contract/administrators.ts';
import { type Changed, endAdminSessions, type Note, withdrawResets } from '../../auth/index.ts';
import type { AdministratorsTable, Db, Queries } from '../../database/index.ts';
import { iso } from '../../shared/time.ts';

const present = (row: AdministratorsTable): Administrator => ({
  id: row.id,
  username: row.username,
  name: row.name,
  role: row.role as AdminRole,
  createdAt: iso(row.created_at),
  disabledAt: iso(row.disabled_at),
  totp: row.totp_secret !== null,
});

export interface AdministratorChange {
  role?: AdminRole | undefined;
  disabled?: boolean | undefined;
}

/** Why an update was refused. */
export type Refusal = 'not found' | 'caller lost the right' | 'last owner';

/**
 * Serialises changes of administrators by a row lock held until the transaction ends, so that what it reads stays true:
 * two owners who disable each other concurrently run one after the other. One row for all, hence no deadlock.
 */
async function oneAtATime(trx: Queries): Promise<void> {
  await trx
    .updateTable('administrators')
    .set((eb) => ({ created_at: eb.ref('created_at') }))
    .where('id', '=', (eb) => eb.selectFrom('administrators').select((e) => e.fn.min('id').as('id')))
    .execute();
}

const standing = (trx: Queries) =>
  trx.selectFrom('administrators').select('id').where('disabled_at', 'is', null);

export function administratorsStore(db: Db) {
  return {
    async list(): Promise<Administrator[]> {
      const rows = await db
        .selectFrom('administrators')
        .selectAll()
        .orderBy('created_at')
        .orderBy('username')
        .execute();
      return rows.map(present);
    },

    /**
     * Changes the role, or disables or enables. Disabling ends the sessions; losing the owner role withdraws the
     * pending invitations that the person sent.
     * @param caller must still have the role that authorised the call; undefined: the operator, on the server
     */
    update(
      id: string,
      wish: AdministratorChange,
      caller: { id: string; role: string } | undefined,
      now: number,
      note: Note<Changed<Administrator>>,
    ): Promise<Refusal | Administrator> {
      return db.transaction().execute(async (trx) => {
        await oneAtATime(trx);
        if (caller) {
          const { id: callerId, role } = caller;
          const stands = await standing(trx)
            .where('id', '=', callerId)
            .where('role', '=', role)
            .executeTakeFirst();
          if (!stands) return 'caller lost the right';
        }
        const row = await trx
          .selectFrom('administrators')
          .selectAll()
          .where('id', '=', id)
          .executeTakeFirst();
        if (!row) return 'not found';

        const disabled = wish.disabled ?? row.disabled_at !== null;
        const changed = {
          ...row,
          role: wish.role ?? row.role,
          disabled_at: disabled ? (row.disabled_at ?? now) : null,
        };
        const ownerAfter = changed.role === 'owner' && !disabled;
        const otherOwner = await standing(trx)
          .where('role', '=', 'owner')
          .where('id', '!=', id)
          .executeTakeFirst();
        if (!ownerAfter && !otherOwner) return 'last owner';

        await trx
          .updateTable('administrators')
          .set({ role: changed.role, disabled_at: changed.disabled_at })
          .where('id', '=', id)
          .execute();
        // When enabling, too: a sign-in that ran while the account was disabled may have left a session.
        if (disabled || row.disabled_at !== null) await endAdminSessions(trx, id, now);
        if (disabled) await withdrawResets(trx, id);
        if (!ownerAfter) await takeBackInvitations(trx, id);
        const after = present(changed);
        await note(trx, { before: present(row), after });
        return after;
      });
    },
  };
}

/** Only owners invite: a former owner must not regain the role by an invitation of their own. */
async function takeBackInvitations(trx: Queries, invitedBy: string): Promise<void> {
  await trx
    .deleteFrom('invitations')
    .where('invited_by', '=', invitedBy)
    .where('used_at', 'is', null)
    .execute();
}

export type AdministratorsStore = ReturnType<typeof administratorsStore>;
