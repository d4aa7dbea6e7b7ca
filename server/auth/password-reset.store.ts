import { type Db, onPostgres, type Queries } from '../database/index.ts';
import { newId } from '../shared/ids.ts';
import { DAY } from '../shared/time.ts';
import { auditBy } from './audit.store.ts';
import { endAdminSessions } from './end-sessions.store.ts';
import { removeSecondFactor } from './second-factor.store.ts';
import { hashToken, newToken } from './tokens.ts';

/** Lifetime of the printed link. */
const LINK_LIFE = DAY;

export interface PasswordReset {
  username: string;
  name: string;
  role: string;
  /** Token of the link by which the administrator sets a new password. */
  token: string;
  sessionsEnded: number;
  secondFactor: 'removed' | 'stays' | 'was off';
  /** Sign-ins with institutions that were linked. */
  unlinked: number;
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

/** Revokes the administrator's open reset links. */
export async function withdrawResets(trx: Queries, adminId: string): Promise<void> {
  await trx.deleteFrom('invitations').where('admin_id', '=', adminId).where('used_at', 'is', null).execute();
}

/**
 * Unlinks all institutions of an administrator.
 * @returns how many
 */
export async function unlinkInstitutions(trx: Queries, adminId: string): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('administrator_identities')
    .where('admin_id', '=', adminId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/**
 * An administrator's recovery, run on the server: issues a one-time link in place of any former one, ends their
 * sessions, unlinks their institutions (whoever had the account may have linked their own) and appends to the audit
 * log, in one transaction.
 * @param by the operator's name for the audit log
 * @returns the refusal: unknown address, or disabled account
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
      // A link or a sign-in by a provider that is under way ends first: what it leaves is seen below.
      .$if(onPostgres(trx), (query) => query.forNoKeyUpdate())
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
    const unlinked = await unlinkInstitutions(trx, id);
    if (withSecondFactor) await removeSecondFactor(trx, id);
    const audit = auditBy(() => now)({ id: 'command line', name: by }, 'vitrine admin reset', '');
    await audit(trx, { subject: username, after: { sessionsEnded, secondFactor, unlinked } });
    return { username, name, role, token, sessionsEnded, secondFactor, unlinked };
  });
}
