import { sql } from 'kysely';
import { retryOnConflict } from '../auth/index.ts';
import type { Queries } from '../database/index.ts';
import { releaseBlobs } from '../datasets/index.ts';
import { lowerPeople } from '../records/index.ts';
import { hashAddress, noteAddress } from './address-history.store.ts';
import { identitiesOf, markIdentities } from './linked-identities.store.ts';

/**
 * Removes a user and all personal data within the caller's transaction, for every caller. Download records and the
 * audit log stay, anonymised; signatures under terms stay as they are, but for the network address, since they are
 * evidence (access.md); a suspension stays as keyed hashes of the address and of linked institutions, so that
 * registering anew does not evade it (decisions §3, access.md).
 * @param addressKey the secret named `address`
 * @returns false when there is no such user
 */
export async function forgetPerson(
  trx: Queries,
  addressKey: string,
  userId: string,
  now: number,
): Promise<boolean> {
  // The user first: concurrent transactions for them then find no row.
  const user = await trx
    .deleteFrom('users')
    .where('id', '=', userId)
    .returning(['email', 'status'])
    .executeTakeFirst();
  if (!user) return false;
  if (user.status === 'suspended') {
    await noteAddress(trx, addressKey, user.email, 'suspended', now);
    await markIdentities(trx, addressKey, userId, true, now);
  }
  await lowerPeople(trx, userId);
  await trx
    .updateTable('records')
    .set({ user_id: null, user_name: '', email: '', ip: '', user_agent: '', open_key: null, person: null })
    .where('user_id', '=', userId)
    .execute();
  // The user's own entries lose the IP address, too; an administrator's keep theirs.
  await trx
    .updateTable('audit')
    .set({
      person_name: null,
      searched: sql<string>`lower(subject || ${'\n'} || action)`,
      ip: sql<string>`case when admin_id = '' then '' else ip end`,
    })
    .where('person_id', '=', userId)
    .execute();
  await trx.updateTable('signatures').set({ user_id: null, ip: '' }).where('user_id', '=', userId).execute();
  // What is wrong with a version stays known; who said so does not.
  await trx.updateTable('problem_reports').set({ user_id: null }).where('user_id', '=', userId).execute();
  // The follows before their news: who writes news locks the follow first.
  const follows = await trx.deleteFrom('follows').where('user_id', '=', userId).returning('id').execute();
  const followIds = follows.map(({ id }) => id);
  if (followIds.length > 0) await trx.deleteFrom('follow_news').where('follow_id', 'in', followIds).execute();
  // That somebody was told of a recall stays.
  await trx
    .updateTable('recall_people')
    .set({ user_id: null, name: '', email: '' })
    .where('user_id', '=', userId)
    .execute();
  await trx.deleteFrom('mail_preferences').where('user_id', '=', userId).execute();
  await forgetRequests(trx, userId);
  // That somebody declined stays, as a keyed hash: the request that asked them must not ask again.
  await trx
    .deleteFrom('group_invitations')
    .where('address_hash', '=', hashAddress(addressKey, user.email))
    .where('answer', 'is distinct from', 'declined')
    .execute();
  await trx.deleteFrom('reviews').where('user_id', '=', userId).execute();
  await retryOnConflict(() => trx.deleteFrom('sessions').where('subject_id', '=', userId).execute());
  await trx.deleteFrom('tickets').where('user_id', '=', userId).execute();
  await trx.deleteFrom('personal_tokens').where('user_id', '=', userId).execute();
  for (const { id, issuer, subject } of await identitiesOf(trx, userId)) {
    await trx
      .deleteFrom('institution_sign_ins')
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .execute();
    await trx.deleteFrom('linked_identities').where('id', '=', id).execute();
  }
  await trx.deleteFrom('institution_sign_ins').where('email', '=', user.email).execute();
  await trx.deleteFrom('valid_codes').where('email', '=', user.email).execute();
  await trx.deleteFrom('outbox').where('recipient', '=', user.email).execute();
  return true;
}

/** Removes somebody's requests, grants and seats in groups, and whom they asked, with the files of their answers (access.md, "Terms as evidence"). */
async function forgetRequests(trx: Queries, userId: string): Promise<void> {
  const own = await trx.deleteFrom('requests').where('user_id', '=', userId).returning('id').execute();
  if (own.length === 0) return;
  const ids = own.map(({ id }) => id);
  // Whom they asked stays: each grant is its own.
  await trx.updateTable('requests').set({ asked_by: null }).where('asked_by', 'in', ids).execute();
  // Their name goes to nobody any more, in mails that wait for their day either.
  await trx
    .deleteFrom('outbox')
    .where('id', 'in', (eb) =>
      eb.selectFrom('group_invitations').select('token_hash').where('request_id', 'in', ids),
    )
    .where('sent_at', 'is', null)
    .execute();
  await trx.deleteFrom('group_invitations').where('request_id', 'in', ids).execute();
  await trx.deleteFrom('request_reviews').where('request_id', 'in', ids).execute();
  const files = await trx
    .deleteFrom('request_files')
    .where('request_id', 'in', ids)
    .returning('blob_key')
    .execute();
  if (files.length > 0)
    await releaseBlobs(
      trx,
      files.map((file) => file.blob_key),
    );
}
