import { type Kysely, sql } from 'kysely';

/** A partial index of the few applications not yet announced to the administrators, queried every 20 s. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index users_unannounced on users (applied_at, id)
    where status = 'pending' and announced_at is null`.execute(db);
}
