import { type Kysely, sql } from 'kysely';
import { tableMaker } from '../table-maker.ts';

/** What the lists of jobs and mails are sorted and filtered by. */
export async function up(db: Kysely<never>): Promise<void> {
  const { index } = tableMaker(db);
  await index('jobs_state_created', 'jobs', ['state', 'created_at', 'id']);
  await index('jobs_kind_created', 'jobs', ['kind', 'created_at', 'id']);
  await index('outbox_created', 'outbox', ['created_at', 'id']);
  // Those that have left are nearly all of them, and mostly nobody asks for them.
  await db.schema
    .createIndex('outbox_unsent')
    .on('outbox')
    .columns(['created_at', 'id'])
    .where(sql.ref('sent_at'), 'is', null)
    .execute();
}
