import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** The queue's other sorts: without their indexes each page reads and sorts all requests (docs/decisions/0018). */
export async function up(db: Kysely<never>): Promise<void> {
  // Null sorts first; PostgreSQL's default is last, and SQLite has no such words.
  const first = db.getExecutor().adapter instanceof PostgresAdapter ? ' nulls first' : '';
  for (const column of ['reviewed_at', 'approved_until'])
    await sql.raw(`create index requests_${column} on requests (${column}${first}, id)`).execute(db);
}
