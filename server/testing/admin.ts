import { hashSync } from '@node-rs/argon2';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { newId } from '../shared/ids.ts';

/** The first administrator of the tests' portals. */
export const ADMIN = { username: 'admin@example.org', password: 'window seats for quiet readers' };

/** A hash that the portal verifies in no time: its own for administrators takes 60 to 240 ms of a processor. */
export const cheapHash = (password: string): string =>
  hashSync(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });

/** Makes the first administrator, with a cheap hash, in a database without any. */
export async function addAdmin(db: Kysely<Tables>): Promise<void> {
  await db
    .insertInto('administrators')
    .values({
      id: newId(),
      username: ADMIN.username,
      name: 'Administrator',
      password_hash: cheapHash(ADMIN.password),
      role: 'owner',
      created_at: Date.now(),
      disabled_at: null,
      totp_secret: null,
      totp_pending: null,
      totp_step: null,
    })
    .execute();
}
