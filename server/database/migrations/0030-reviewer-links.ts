import type { Kysely } from 'kysely';
import { tableMaker } from '../table-maker.ts';

/** Links for anonymous peer review (access.md, "Reviewer link"), the sessions that they opened, and whose records are. */
export async function up(db: Kysely<never>): Promise<void> {
  const { table, index, addColumns } = tableMaker(db);
  await table('reviewer_links', 'id', {
    id: 'text',
    dataset_id: 'text',
    name: 'text',
    secret_hash: 'text',
    created_at: 'bigint',
    created_by: 'text',
    expires_at: 'bigint',
    revoked_at: 'bigint?',
    revoked_by: 'text?',
  });
  await table('guest_sessions', 'token_hash', {
    token_hash: 'text',
    link_id: 'text',
    created_at: 'bigint',
    expires_at: 'bigint',
    ended_at: 'bigint?',
  });
  await addColumns('records', { link_id: 'text?' });
  await db.schema
    .createIndex('reviewer_links_secret')
    .unique()
    .on('reviewer_links')
    .columns(['secret_hash'])
    .execute();
  await index('reviewer_links_dataset', 'reviewer_links', ['dataset_id', 'created_at']);
  await index('reviewer_links_end', 'reviewer_links', ['expires_at']);
  await index('guest_sessions_end', 'guest_sessions', ['expires_at']);
  await index('guest_sessions_link', 'guest_sessions', ['link_id']);
  await index('records_link', 'records', ['link_id', 'started_at']);
}
