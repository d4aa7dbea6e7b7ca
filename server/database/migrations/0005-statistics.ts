import { type Kysely, PostgresAdapter, sql } from 'kysely';
import { tableMaker } from '../table-maker.ts';

/** By table, the columns of the in-memory lists. */
const listed = {
  records: [
    'started_at',
    'bytes_sent',
    'complete',
    'user_id',
    'user_name',
    'email',
    'dataset_id',
    'dataset_name',
    'version',
    'subset_path',
  ],
  users: [
    'email',
    'first_name',
    'family_name',
    'affiliation',
    'status',
    'created_at',
    'applied_at',
    'reviewed_at',
    'approved_until',
  ],
};

async function onSqlite(db: Kysely<never>): Promise<void> {
  await sql`create table list_changes (
    seq integer primary key autoincrement, list text not null, row_id text not null, at bigint not null)`.execute(
    db,
  );
  const tell = (list: string, row: 'new' | 'old') =>
    `begin insert into list_changes (list, row_id, at)
      values ('${list}', ${row}.id, cast(unixepoch('subsec') * 1000 as integer)); end`;
  for (const [list, columns] of Object.entries(listed)) {
    const changed = columns.map((column) => `new.${column} is not old.${column}`).join(' or ');
    for (const statement of [
      `create trigger ${list}_added after insert on ${list} ${tell(list, 'new')}`,
      `create trigger ${list}_removed after delete on ${list} ${tell(list, 'old')}`,
      `create trigger ${list}_changed after update on ${list} when ${changed} ${tell(list, 'new')}`,
    ])
      await sql.raw(statement).execute(db);
  }
}

async function onPostgres(db: Kysely<never>): Promise<void> {
  await sql`create table list_changes (
    seq bigint generated always as identity primary key, xid bigint not null, list text not null,
    row_id text not null, at bigint not null)`.execute(db);
  await sql`create index list_changes_xid on list_changes (xid)`.execute(db);
  await sql`create function tell_list_change() returns trigger language plpgsql as $$
    begin
      insert into list_changes (xid, list, row_id, at) values (
        pg_current_xact_id()::text::bigint, tg_table_name, coalesce(new.id, old.id),
        cast(extract(epoch from clock_timestamp()) * 1000 as bigint));
      return null;
    end $$`.execute(db);
  for (const [list, columns] of Object.entries(listed)) {
    const changed = columns.map((column) => `new.${column} is distinct from old.${column}`).join(' or ');
    const tell = 'for each row';
    for (const statement of [
      `create trigger ${list}_added after insert or delete on ${list} ${tell} execute function tell_list_change()`,
      `create trigger ${list}_changed after update on ${list} ${tell} when (${changed})
        execute function tell_list_change()`,
    ])
      await sql.raw(statement).execute(db);
  }
}

/** A change log of users and records for the in-memory lists (docs/decisions/0018), and indexes for the others. */
export async function up(db: Kysely<never>): Promise<void> {
  await (db.getExecutor().adapter instanceof PostgresAdapter ? onPostgres(db) : onSqlite(db));
  const { index } = tableMaker(db);
  // Covering index for the dashboard's summary of users.
  await index('users_summary', 'users', ['status', 'approved_until', 'applied_at', 'created_at']);
  await index('reviews_to', 'reviews', ['to_status', 'at', 'undone_at']);
  await db.schema.dropIndex('audit_admin').execute();
  await index('audit_of_admin', 'audit', ['admin_id', 'at', 'id']);
}
