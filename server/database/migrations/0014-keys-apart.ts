import type { Kysely } from 'kysely';
import { tableMaker } from '../table-maker.ts';

/**
 * Encrypted text of mails; every used TOTP time step, not only the last one; links by which an existing administrator
 * sets a new password.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const { addColumns } = tableMaker(db);
  await addColumns('outbox', { sealed: 'text?' });
  await addColumns('invitations', { admin_id: 'text?' });
  await db.schema
    .createTable('totp_steps')
    .addColumn('admin_id', 'text', (column) => column.notNull())
    .addColumn('step', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('totp_steps_key', ['admin_id', 'step'])
    .execute();
}
