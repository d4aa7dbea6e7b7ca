import { type Kysely, sql } from 'kysely';

/** The list of mails that have left counts and walks them alone; the index of all mails served nothing else. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index outbox_sent on outbox (created_at, id) where sent_at is not null and attempts > 0`.execute(
    db,
  );
  await db.schema.dropIndex('outbox_created').execute();
}
