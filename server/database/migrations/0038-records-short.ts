import { type Kysely, PostgresAdapter, sql } from 'kysely';

/**
 * PostgreSQL takes apart every column of each entry that a page far inside passes over: what is filtered by day and
 * completeness at most has a short index for each sort (docs/decisions/0018). SQLite needs none.
 */
export async function up(db: Kysely<never>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return;
  const indexes = {
    records_started_short: 'started_at, id, complete',
    records_bytes_short: 'bytes_sent, id, complete, started_at',
  };
  for (const [name, columns] of Object.entries(indexes))
    await sql.raw(`create index ${name} on records (${columns})`).execute(db);
}
