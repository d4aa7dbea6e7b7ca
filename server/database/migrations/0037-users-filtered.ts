import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** As for the records, each sort of the users has an index that holds every filter (docs/decisions/0018). */
export async function up(db: Kysely<never>): Promise<void> {
  // Null sorts first; PostgreSQL's default is last, and SQLite has no such words.
  const first = db.getExecutor().adapter instanceof PostgresAdapter ? ' nulls first' : '';
  const sorts = {
    users_created_at: 'created_at, id, status, approved_until',
    users_applied_at: `applied_at${first}, id, status, approved_until, created_at`,
    users_reviewed_at: `reviewed_at${first}, id, status, approved_until, created_at`,
    users_family_name: 'family_name, id, status, approved_until, created_at',
  };
  for (const [name, columns] of Object.entries(sorts)) {
    await sql.raw(`drop index ${name}`).execute(db);
    await sql.raw(`create index ${name} on users (${columns})`).execute(db);
  }
  // Beside the unique index of the addresses.
  await sql
    .raw('create index users_by_email on users (email, id, status, approved_until, created_at)')
    .execute(db);
}
