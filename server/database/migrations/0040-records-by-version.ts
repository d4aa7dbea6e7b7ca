import { type Kysely, PostgresAdapter, sql } from 'kysely';

/**
 * On PostgreSQL a filter by one version that most records have walked the index of every filter: it has an index for
 * each sort, as short as those of 0038 (docs/decisions/0018). SQLite needs none.
 */
export async function up(db: Kysely<never>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return;
  for (const [name, sort] of [
    ['records_version_started', 'started_at'],
    ['records_version_bytes', 'bytes_sent'],
  ])
    await sql.raw(`create index ${name} on records (version, ${sort}, id)`).execute(db);
}
