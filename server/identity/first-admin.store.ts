import { limits } from '../../contract/limits.ts';
import type { Db } from '../database/open.ts';
import { newId } from '../ids.ts';
import { hashPassword } from './passwords.ts';

/**
 * Makes the first administrator from the environment when there is none yet; there is never a default one
 * (threat 32).
 * @returns whether the portal has an administrator now
 * @throws when the given password is too short
 */
export async function firstAdministrator(
  db: Db,
  given: { email: string; password: string } | undefined,
  now: number,
): Promise<boolean> {
  const any = await db.selectFrom('administrators').select('id').limit(1).executeTakeFirst();
  if (any) return true;
  if (!given) return false;
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
    })
    .onConflict((conflict) => conflict.column('username').doNothing())
    .execute();
  return true;
}
