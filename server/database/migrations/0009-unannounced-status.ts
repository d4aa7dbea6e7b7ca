import { type Kysely, sql } from 'kysely';

/**
 * The index of 0008 again, with the status in front: without statistics SQLite took that of the status instead, and
 * went through all that are pending, every 20 s.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`drop index users_unannounced`.execute(db);
  await sql`create index users_unannounced on users (status, applied_at, id)
    where status = 'pending' and announced_at is null`.execute(db);
}
