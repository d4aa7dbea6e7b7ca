import { type Kysely, sql } from 'kysely';

/** What a keyword alone finds among the records is counted by its people (docs/decisions/0018). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table record_people add column records bigint not null default 0`.execute(db);
  await sql`update record_people set records =
    (select count(*) from records where records.person = record_people.id)`.execute(db);
}
