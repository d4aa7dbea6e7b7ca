import { type Kysely, sql } from 'kysely';

/** A job for each waiting mail; the index returns due jobs of a kind in their order, however many mails wait. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`insert into jobs
      (id, kind, key, open_key, subject, payload, state, priority, run_at, attempts, done, total, note, created_at)
    select id, 'mail', 'mail:' || id, 'mail:' || id, '', '{"id":"' || id || '"}', 'waiting', 0, not_before, attempts,
      0, 0, '', created_at
    from outbox where sent_at is null and given_up_at is null`.execute(db);
  for (const index of ['outbox_waiting', 'jobs_due']) await db.schema.dropIndex(index).execute();
  await sql`create index jobs_due on jobs (kind, state, priority desc, attempts, run_at, id)`.execute(db);
}
