import { type Kysely, sql } from 'kysely';

/** A partial index of sent mails, for their count and list; it replaces the index of all mails. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index outbox_sent on outbox (created_at, id) where sent_at is not null and attempts > 0`.execute(
    db,
  );
  await db.schema.dropIndex('outbox_created').execute();
}
