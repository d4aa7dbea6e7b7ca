import { type Kysely, sql } from 'kysely';

/** When blobs were last verified, in their order: which are late, and the oldest, are asked at each scrape of figures. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index blobs_verified on blobs (state, (coalesce(scrubbed_at, created_at)))`.execute(db);
}
