import type { Kysely } from 'kysely';
import { tableMaker } from '../table-maker.ts';

/** Administrators sign in with the institution, too (access.md): what they have linked, and what sign-ins are for. */
export async function up(db: Kysely<never>): Promise<void> {
  const { table, index, addColumns } = tableMaker(db);
  await table('administrator_identities', 'id', {
    id: 'text',
    admin_id: 'text',
    issuer: 'text',
    subject: 'text',
    linked_at: 'bigint',
    last_used_at: 'bigint?',
  });
  await db.schema
    .createIndex('administrator_identities_subject')
    .unique()
    .on('administrator_identities')
    .columns(['issuer', 'subject'])
    .execute();
  await index('administrator_identities_admin', 'administrator_identities', ['admin_id']);
  await addColumns('institution_sign_ins', { purpose: 'text?', second_factor: 'integer?' });
}
