import { limits } from '../../contract/limits.ts';
import type { Db } from '../database/open.ts';
import { newId } from '../ids.ts';
import { DAY } from '../time.ts';
import { hashPassword } from './passwords.ts';
import { hashToken, newToken } from './tokens.ts';

/** The printed link's. */
const LINK_LIFE = DAY;

/**
 * Makes the first administrator from the environment when there is none yet, or else a one-time invitation for
 * whoever reads what the server prints; there is never a default administrator (threat 32). Each start replaces the
 * invitation of the start before.
 * @returns the invitation's token; undefined once there is an administrator
 * @throws when the given password is too short
 */
export async function firstAdministrator(
  db: Db,
  given: { email: string; password: string } | undefined,
  now: number,
): Promise<string | undefined> {
  const any = await db.selectFrom('administrators').select('id').limit(1).executeTakeFirst();
  if (any || given) await db.deleteFrom('invitations').where('email', 'is', null).execute();
  if (any) return undefined;
  if (!given) return inviteFirst(db, now);
  if ([...given.password].length < limits.adminPasswordMin) {
    throw new Error(`ADMIN_PASSWORD needs at least ${limits.adminPasswordMin} characters.`);
  }
  await db
    .insertInto('administrators')
    .values({
      id: newId(),
      username: given.email,
      name: 'Administrator',
      password_hash: await hashPassword(given.password, 'admin'),
      role: 'owner',
      created_at: now,
      disabled_at: null,
      totp_secret: null,
      totp_pending: null,
      totp_step: null,
    })
    .onConflict((conflict) => conflict.column('username').doNothing())
    .execute();
  return undefined;
}

function inviteFirst(db: Db, now: number): Promise<string> {
  const token = newToken();
  return db.transaction().execute(async (trx) => {
    await trx.deleteFrom('invitations').where('email', 'is', null).execute();
    await trx
      .insertInto('invitations')
      .values({
        id: newId(),
        email: null,
        role: 'owner',
        token_hash: hashToken(token),
        created_at: now,
        expires_at: now + LINK_LIFE,
        used_at: null,
        invited_by: null,
        admin_id: null,
      })
      .execute();
    return token;
  });
}
