import type { Kysely } from 'kysely';
import { tableMaker } from '../table-maker.ts';

/** Rotating sessions, second factors, invitations, the audit log, personal tokens. */
export async function up(db: Kysely<never>): Promise<void> {
  const { table, index, addColumns } = tableMaker(db);
  const { schema } = db;

  // Sessions are short-lived: signed-in people sign in once more.
  await schema.dropTable('sessions').execute();
  await table('sessions', 'token_hash', {
    token_hash: 'text',
    session_id: 'text',
    identity: 'text',
    subject_id: 'text',
    created_at: 'bigint',
    expires_at: 'bigint',
    absolute_at: 'bigint',
    replaced_at: 'bigint?',
    ended_at: 'bigint?',
    began_at: 'bigint',
    last_used_at: 'bigint',
    ip: 'text',
    user_agent: 'text',
  });
  await index('sessions_session', 'sessions', ['session_id']);
  await index('sessions_of_subject', 'sessions', ['subject_id', 'began_at']);

  await addColumns('administrators', { totp_secret: 'text?', totp_pending: 'text?', totp_step: 'bigint?' });
  await addColumns('users', { reminded_at: 'bigint?', announced_at: 'bigint?' });
  await addColumns('outbox', { given_up_at: 'bigint?', last_error: 'text?' });
  await schema
    .alterTable('outbox')
    .addColumn('html', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await index('users_approved_until', 'users', ['approved_until']);

  await table('recovery_codes', 'id', {
    id: 'text',
    admin_id: 'text',
    code_hash: 'text',
    used_at: 'bigint?',
  });
  await index('recovery_codes_admin', 'recovery_codes', ['admin_id']);

  await table('invitations', 'id', {
    id: 'text',
    email: 'text?',
    role: 'text',
    token_hash: 'text',
    created_at: 'bigint',
    expires_at: 'bigint',
    used_at: 'bigint?',
    invited_by: 'text?',
  });
  await schema.createIndex('invitations_token').on('invitations').column('token_hash').unique().execute();

  await table('audit', 'id', {
    id: 'text',
    at: 'bigint',
    admin_id: 'text',
    admin_name: 'text',
    action: 'text',
    subject: 'text',
    before_json: 'text?',
    after_json: 'text?',
    ip: 'text',
  });
  await index('audit_at', 'audit', ['at', 'id']);
  await index('audit_admin', 'audit', ['admin_id', 'at']);

  await table('personal_tokens', 'id', {
    id: 'text',
    user_id: 'text',
    name: 'text',
    token_hash: 'text',
    created_at: 'bigint',
    expires_at: 'bigint',
    last_used_at: 'bigint?',
    revoked_at: 'bigint?',
  });
  await schema
    .createIndex('personal_tokens_hash')
    .on('personal_tokens')
    .column('token_hash')
    .unique()
    .execute();
  await index('personal_tokens_user', 'personal_tokens', ['user_id']);

  await schema
    .createTable('address_marks')
    .addColumn('address_hash', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('address_marks_key', ['address_hash', 'kind'])
    .execute();
}
