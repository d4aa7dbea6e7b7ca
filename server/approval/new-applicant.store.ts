import type { UserStatus } from '../../contract/session.ts';
import type { Queries } from '../database/index.ts';
import { newId, newOrderedId } from '../shared/ids.ts';
import type { Settle } from './rules.store.ts';

export interface NewUser {
  email: string;
  /** Empty: none, who signs in with an institution. */
  passwordHash: string;
  firstName: string;
  familyName: string;
  affiliation: string;
  purpose: string;
  country: string | null;
}

/**
 * Inserts a user with their application, within the caller's transaction, and applies the approval rules to it. Throws
 * the database's error when the address is registered already (`isDuplicate`).
 * @param linked writes what the rules look at besides: linked institutions
 */
export async function addApplicant(
  trx: Queries,
  settle: Settle,
  user: NewUser,
  now: number,
  linked: (userId: string) => Promise<void> = async () => {},
): Promise<{ id: string; status: UserStatus }> {
  const id = newId();
  await trx
    .insertInto('users')
    .values({
      id,
      email: user.email,
      password_hash: user.passwordHash,
      first_name: user.firstName,
      family_name: user.familyName,
      affiliation: user.affiliation,
      purpose: user.purpose,
      country: user.country,
      status: 'pending',
      status_reason: null,
      created_at: now,
      applied_at: now,
      reviewed_at: null,
      approved_until: null,
      reminded_at: null,
    })
    .execute();
  await trx
    .insertInto('reviews')
    .values({
      id: newOrderedId(),
      user_id: id,
      from_status: null,
      to_status: 'pending',
      reason: null,
      admin_id: null,
      at: now,
      undone_at: null,
      former: '{}',
    })
    .execute();
  await linked(id);
  const applicant = { id, email: user.email, firstName: user.firstName, applies: 'first' } as const;
  return { id, status: await settle(trx, applicant, now) };
}
