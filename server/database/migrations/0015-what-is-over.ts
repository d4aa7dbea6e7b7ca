import { type Kysely, sql } from 'kysely';
import { tableMaker } from '../table-maker.ts';

const NOW = "first_name || ' ' || family_name from users where users.id = audit.person_id";

/** The requester of a code; the user of an audit entry, and its counter; and indexes for the expiry of old rows. */
export async function up(db: Kysely<never>): Promise<void> {
  const { addColumns, index } = tableMaker(db);
  await addColumns('valid_codes', { asker: 'text?' });
  await addColumns('audit', { person_id: 'text?', person_name: 'text?', times: 'integer?' });
  await sql`update audit set person_id = substr(subject, 6) where subject like 'user %'`.execute(db);
  await sql`update audit set person_name = (select ${sql.raw(NOW)}) where person_id is not null`.execute(db);
  await sql`update audit set searched = searched || ${'\n'} || lower(person_name) where person_name is not null`.execute(
    db,
  );
  await sql`create index audit_person on audit (person_id) where person_id is not null`.execute(db);
  await index('sessions_absolute', 'sessions', ['absolute_at']);
  await index('valid_codes_expires', 'valid_codes', ['expires_at']);
  await index('tickets_expires', 'tickets', ['expires_at']);
  await sql`create index outbox_addressed on outbox (sent_at) where sent_at is not null and recipient <> ''`.execute(
    db,
  );
  await sql`create index records_addressed on records (started_at) where ip <> ''`.execute(db);
}
