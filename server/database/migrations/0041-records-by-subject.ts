import { type Kysely, PostgresAdapter, sql } from 'kysely';

/**
 * On PostgreSQL the indexes of one dataset's and one user's records carry what is counted and sorted beside it, so that
 * no row is read for that (docs/decisions/0018). SQLite walks a sort's index instead.
 */
export async function up(db: Kysely<never>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return;
  const indexes = {
    records_dataset: '(dataset_id, started_at, id) include (person, complete, version)',
    records_user: '(user_id, started_at, id) include (bytes_sent)',
  };
  for (const [name, columns] of Object.entries(indexes)) {
    await sql.raw(`drop index ${name}`).execute(db);
    await sql.raw(`create index ${name} on records ${columns}`).execute(db);
  }
}
