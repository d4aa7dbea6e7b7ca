import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** The queue's other sort: without its index each page reads and sorts all requests (docs/decisions/0018). */
export async function up(db: Kysely<never>): Promise<void> {
  // Null sorts first; PostgreSQL's default is last, and SQLite has no such words.
  const first = db.getExecutor().adapter instanceof PostgresAdapter ? ' nulls first' : '';
  await sql.raw(`create index requests_reviewed on requests (reviewed_at${first}, id)`).execute(db);
}
