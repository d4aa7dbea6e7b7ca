import { type Kysely, sql } from 'kysely';

/** The few applications that no administrator was told of, which are looked for every 20 s. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index users_unannounced on users (applied_at, id)
    where status = 'pending' and announced_at is null`.execute(db);
}
