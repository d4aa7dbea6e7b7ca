import { type Kysely, sql } from 'kysely';

/**
 * The index of 0008 with the status as first column: without statistics SQLite preferred the index on the status, and
 * scanned all pending applications every 20 s.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`drop index users_unannounced`.execute(db);
  await sql`create index users_unannounced on users (status, applied_at, id)
    where status = 'pending' and announced_at is null`.execute(db);
}
