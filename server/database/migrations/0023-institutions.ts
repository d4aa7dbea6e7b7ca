import type { Kysely } from 'kysely';
import { tableMaker } from '../table-maker.ts';

/** Sign-in with the institution (access.md): what is linked to an account, and sign-ins under way. */
export async function up(db: Kysely<never>): Promise<void> {
  const { table, index } = tableMaker(db);
  await table('linked_identities', 'id', {
    id: 'text',
    user_id: 'text',
    issuer: 'text',
    subject: 'text',
    affiliation: 'text',
    domains: 'text',
    linked_at: 'bigint',
    last_used_at: 'bigint?',
  });
  await db.schema
    .createIndex('linked_identities_subject')
    .unique()
    .on('linked_identities')
    .columns(['issuer', 'subject'])
    .execute();
  await index('linked_identities_user', 'linked_identities', ['user_id']);
  await table('institution_sign_ins', 'id', {
    id: 'text',
    code_hash: 'text',
    browser_hash: 'text',
    ticket_hash: 'text?',
    issuer: 'text',
    subject: 'text',
    email: 'text?',
    first_name: 'text',
    family_name: 'text',
    affiliation: 'text',
    domains: 'text',
    created_at: 'bigint',
    expires_at: 'bigint',
  });
  await index('institution_sign_ins_code', 'institution_sign_ins', ['code_hash']);
  await index('institution_sign_ins_ticket', 'institution_sign_ins', ['ticket_hash']);
  await index('institution_sign_ins_expires', 'institution_sign_ins', ['expires_at']);
}
