import type { Db } from '../database/index.ts';
import { AppError } from '../shared/errors.ts';
import { newId } from '../shared/ids.ts';
import { DAY } from '../shared/time.ts';
import { checkStrength, hashPassword } from './passwords.ts';
import { hashToken, newToken } from './tokens.ts';

/** Lifetime of the printed link. */
const LINK_LIFE = DAY;
/** Default name, until changed. */
const NAME = 'Administrator';
/** Id of the first administrator's invitation: however many servers start at once, there is one. */
const INVITATION = 'first administrator';

interface FirstAdmin {
  email: string;
  password: string;
}

/**
 * The same rules as for any administrator's password.
 * @throws with the remedy for a weak one
 */
async function checkFirstAdmin({ email, password }: FirstAdmin): Promise<void> {
  try {
    await checkStrength(password, [email, NAME], 'admin');
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new Error(
      `The configuration is not usable:\n  ADMIN_PASSWORD: ${error.message}\n  ` +
        'Or leave out ADMIN_EMAIL and ADMIN_PASSWORD: the start then prints a link that makes the first administrator.',
    );
  }
}

/**
 * Makes the first administrator from the environment when there is none yet, or else a one-time invitation, printed by
 * the server; there is never a default administrator (threat 32). Each start replaces the former invitation.
 * @returns the invitation's token; undefined when an administrator exists
 * @throws when the given password is too weak, before anything is written
 */
export async function firstAdministrator(
  db: Db,
  given: FirstAdmin | undefined,
  now: number,
): Promise<string | undefined> {
  const any = await db.selectFrom('administrators').select('id').limit(1).executeTakeFirst();
  if (!any && given) await checkFirstAdmin(given);
  if (any || given) await db.deleteFrom('invitations').where('email', 'is', null).execute();
  if (any) return undefined;
  if (!given) return inviteFirst(db, now);
  await db
    .insertInto('administrators')
    .values({
      id: newId(),
      username: given.email,
      name: NAME,
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
    await trx.deleteFrom('invitations').where('email', 'is', null).where('id', '!=', INVITATION).execute();
    const link = {
      token_hash: hashToken(token),
      created_at: now,
      expires_at: now + LINK_LIFE,
      used_at: null,
    };
    await trx
      .insertInto('invitations')
      .values({ id: INVITATION, email: null, role: 'owner', ...link, invited_by: null, admin_id: null })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(link))
      .execute();
    return token;
  });
}
