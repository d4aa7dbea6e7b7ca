import { sql } from 'kysely';
import { retryOnConflict } from '../auth/index.ts';
import type { Queries } from '../database/index.ts';
import { forgetPeople } from '../records/index.ts';
import { noteAddress } from './address-history.store.ts';

/**
 * Removes a user and everything that names the person, inside the caller's transaction, whoever asked for it. Download
 * records and the audit log stay and lose who it was; a suspension stays as a mark on the address, so that nobody leaves it behind by
 * registering anew (decisions §3).
 * @param addressKey the secret named `address`
 * @returns false when there is no such user
 */
export async function forgetPerson(
  trx: Queries,
  addressKey: string,
  userId: string,
  now: number,
): Promise<boolean> {
  // First the person: what is under way for them then finds nobody.
  const user = await trx
    .deleteFrom('users')
    .where('id', '=', userId)
    .returning(['email', 'status'])
    .executeTakeFirst();
  if (!user) return false;
  if (user.status === 'suspended') await noteAddress(trx, addressKey, user.email, 'suspended', now);
  const known = await trx
    .selectFrom('records')
    .select('person')
    .distinct()
    .where('user_id', '=', userId)
    .where('person', 'is not', null)
    .$narrowType<{ person: number }>()
    .execute();
  await trx
    .updateTable('records')
    .set({ user_id: null, user_name: '', email: '', ip: '', user_agent: '', open_key: null, person: null })
    .where('user_id', '=', userId)
    .execute();
  await forgetPeople(
    trx,
    known.map(({ person }) => person),
  );
  // What the person did loses where from, too; where an administrator was is theirs.
  await trx
    .updateTable('audit')
    .set({
      person_name: null,
      searched: sql<string>`lower(subject || ${'\n'} || action)`,
      ip: sql<string>`case when admin_id = '' then '' else ip end`,
    })
    .where('person_id', '=', userId)
    .execute();
  await trx.deleteFrom('reviews').where('user_id', '=', userId).execute();
  await retryOnConflict(() => trx.deleteFrom('sessions').where('subject_id', '=', userId).execute());
  await trx.deleteFrom('tickets').where('user_id', '=', userId).execute();
  await trx.deleteFrom('personal_tokens').where('user_id', '=', userId).execute();
  await trx.deleteFrom('valid_codes').where('email', '=', user.email).execute();
  await trx.deleteFrom('outbox').where('recipient', '=', user.email).execute();
  return true;
}
