import { type Kysely, sql } from 'kysely';
import { tableMaker } from '../table-maker.ts';

/** Indexes for sorting and filtering the lists of jobs and mails. */
export async function up(db: Kysely<never>): Promise<void> {
  const { index } = tableMaker(db);
  await index('jobs_state_created', 'jobs', ['state', 'created_at', 'id']);
  await index('jobs_kind_created', 'jobs', ['kind', 'created_at', 'id']);
  await index('outbox_created', 'outbox', ['created_at', 'id']);
  // A partial index of unsent mails: nearly all are sent, and rarely listed.
  await db.schema
    .createIndex('outbox_unsent')
    .on('outbox')
    .columns(['created_at', 'id'])
    .where(sql.ref('sent_at'), 'is', null)
    .execute();
}
