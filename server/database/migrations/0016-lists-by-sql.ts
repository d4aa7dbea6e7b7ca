import { type Kysely, PostgresAdapter, sql } from 'kysely';
import { tableMaker } from '../table-maker.ts';

const run = (db: Kysely<never>, statement: string) => sql.raw(statement).execute(db);

/** Drops the change log of the in-memory lists, and its triggers. */
async function dropChangeLog(db: Kysely<never>, onPostgres: boolean): Promise<void> {
  if (onPostgres) {
    for (const table of ['records', 'users'])
      for (const what of ['added', 'changed']) await run(db, `drop trigger ${table}_${what} on ${table}`);
    await run(db, 'drop function tell_list_change()');
  } else {
    for (const table of ['records', 'users'])
      for (const what of ['added', 'removed', 'changed']) await run(db, `drop trigger ${table}_${what}`);
  }
  await run(db, 'drop table list_changes');
}

/** Name and address of each downloading person, lower-case: searched by keyword. */
async function recordPeople(db: Kysely<never>, onPostgres: boolean): Promise<void> {
  const id = onPostgres ? 'bigint generated always as identity primary key' : 'integer primary key';
  await run(db, `create table record_people (id ${id}, searched text not null unique)`);
  await run(db, 'alter table records add column person bigint');
  const searched = `lower(user_name) || '\n' || lower(email)`;
  await run(
    db,
    `insert into record_people (searched) select distinct ${searched} from records where user_name != '' or email != ''`,
  );
  await run(
    db,
    `update records set person = (select id from record_people where searched = ${searched})
      where user_name != '' or email != ''`,
  );
}

/** Counters for the charts, by day and edition: counting a million records for each view is too slow. */
async function downloadDays(db: Kysely<never>): Promise<void> {
  await run(
    db,
    `create table download_days (day integer not null, dataset_id text not null, dataset_name text not null,
      version text not null, count bigint not null, bytes bigint not null,
      primary key (day, dataset_id, dataset_name, version))`,
  );
  await run(
    db,
    `insert into download_days (day, dataset_id, dataset_name, version, count, bytes)
      select started_at / 86400000, dataset_id, dataset_name, version, count(*), sum(bytes_sent) from records
      group by started_at / 86400000, dataset_id, dataset_name, version`,
  );
}

/** The lists of records and users by SQL (docs/decisions/0018): each sort has an index that holds every filter. */
export async function up(db: Kysely<never>): Promise<void> {
  const onPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  await dropChangeLog(db, onPostgres);
  for (const index of ['records_started', 'records_bytes']) await run(db, `drop index ${index}`);
  await recordPeople(db, onPostgres);
  await downloadDays(db);
  const { index } = tableMaker(db);
  const filters = ['person', 'complete', 'dataset_id', 'version', 'subset_path', 'user_id'];
  await index('records_person', 'records', ['person', 'started_at', 'bytes_sent', 'id', 'complete']);
  await index('records_started', 'records', ['started_at', 'id', ...filters]);
  await index('records_bytes', 'records', ['bytes_sent', 'id', ...filters, 'started_at']);
  if (!onPostgres) return;
  // Null sorts first; PostgreSQL's default is last.
  for (const column of ['applied_at', 'reviewed_at']) {
    await run(db, `drop index users_${column}`);
    await run(db, `create index users_${column} on users (${column} nulls first, id)`);
  }
}
