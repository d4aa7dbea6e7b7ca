import type { Db, Queries } from '../database/index.ts';
import { newId } from '../shared/ids.ts';
import { DAY } from '../shared/time.ts';
import { auditBy } from './audit.store.ts';
import { removeSecondFactor } from './second-factor.store.ts';
import { endAdminSessions } from './session.store.ts';
import { hashToken, newToken } from './tokens.ts';

/** The printed link's. */
const LINK_LIFE = DAY;

export interface PasswordReset {
  username: string;
  name: string;
  role: string;
  /** Of the link by which the administrator sets a new password. */
  token: string;
  sessionsEnded: number;
  secondFactor: 'removed' | 'stays' | 'was off';
}

const openSessions = async (trx: Queries, adminId: string, now: number): Promise<number> => {
  const rows = await trx
    .selectFrom('sessions')
    .select('session_id')
    .distinct()
    .where('identity', '=', 'admin')
    .where('subject_id', '=', adminId)
    .where('ended_at', 'is', null)
    .where('replaced_at', 'is', null)
    .where('expires_at', '>', now)
    .execute();
  return rows.length;
};

/** Takes the open links back by which an administrator could set a new password. */
export async function withdrawResets(trx: Queries, adminId: string): Promise<void> {
  await trx.deleteFrom('invitations').where('admin_id', '=', adminId).where('used_at', 'is', null).execute();
}

/**
 * For who has the server: an administrator's way back in. A one-time link in place of any before, the end of their
 * sessions, and the row in the audit log, together.
 * @param by who runs the command, as the audit log is to name them
 * @returns why not: nobody has this address, or the account is disabled
 */
export function resetAdministrator(
  db: Db,
  username: string,
  { withSecondFactor, by, now }: { withSecondFactor: boolean; by: string; now: number },
): Promise<PasswordReset | 'unknown' | 'disabled'> {
  return db.transaction().execute(async (trx) => {
    const admin = await trx
      .selectFrom('administrators')
      .selectAll()
      .where('username', '=', username)
      .executeTakeFirst();
    if (!admin) return 'unknown';
    if (admin.disabled_at !== null) return 'disabled';
    const { id, name, role } = admin;
    const token = newToken();
    await withdrawResets(trx, id);
    await trx
      .insertInto('invitations')
      .values({
        id: newId(),
        email: username,
        role,
        token_hash: hashToken(token),
        created_at: now,
        expires_at: now + LINK_LIFE,
        used_at: null,
        invited_by: null,
        admin_id: id,
      })
      .execute();
    const sessionsEnded = await openSessions(trx, id, now);
    await endAdminSessions(trx, id, now);
    const secondFactor = admin.totp_secret === null ? 'was off' : withSecondFactor ? 'removed' : 'stays';
    if (withSecondFactor) await removeSecondFactor(trx, id);
    const audit = auditBy(() => now)({ id: 'command line', name: by }, 'vitrine admin reset', '');
    await audit(trx, { subject: username, after: { sessionsEnded, secondFactor } });
    return { username, name, role, token, sessionsEnded, secondFactor };
  });
}
