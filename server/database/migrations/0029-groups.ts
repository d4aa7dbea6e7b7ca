import type { Kysely } from 'kysely';
import { tableMaker } from '../table-maker.ts';

/** Groups (access.md, "Requests"): who is asked to join a request, and who asked for whom. */
export async function up(db: Kysely<never>): Promise<void> {
  const { table, index, addColumns } = tableMaker(db);
  await addColumns('requests', { asked_by: 'text?' });
  await addColumns('outbox', { unnamed: 'integer?' });
  await table('group_invitations', 'id', {
    id: 'text',
    request_id: 'text',
    address_hash: 'text',
    token_hash: 'text',
    asked_at: 'bigint',
    leaves_at: 'bigint',
    expires_at: 'bigint',
    answer: 'text?',
  });
  const unique = (name: string, columns: string[]) =>
    db.schema.createIndex(name).unique().on('group_invitations').columns(columns).execute();
  await unique('group_invitations_once', ['request_id', 'address_hash']);
  await unique('group_invitations_token', ['token_hash']);
  await index('group_invitations_address', 'group_invitations', ['address_hash', 'leaves_at']);
  await index('group_invitations_expires', 'group_invitations', ['expires_at']);
  await index('requests_asked_by', 'requests', ['asked_by']);
}
