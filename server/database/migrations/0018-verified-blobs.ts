import { type Kysely, sql } from 'kysely';

/**
 * When blobs were last verified, in their order: which are late, and the oldest, are asked at each scrape of figures. Not
 * partial, and the state last: SQLite would take it for every query on the state.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index blobs_verified on blobs ((coalesce(scrubbed_at, created_at)), state)`.execute(db);
}
