import type { Db, JobsTable, RecordsTable, RequestsTable, UsersTable } from '../database/index.ts';
import { raiseDownloadDays, raisePerson } from '../records/index.ts';

/** A row of a user. */
export const userRow = (id: string, some: Partial<UsersTable> = {}): UsersTable => ({
  id,
  email: `${id}@example.org`,
  password_hash: '',
  first_name: 'Ada',
  family_name: 'Lovelace',
  affiliation: 'Example',
  purpose: '',
  country: null,
  status: 'pending',
  status_reason: null,
  created_at: 0,
  applied_at: null,
  reviewed_at: null,
  approved_until: null,
  reminded_at: null,
  announced_at: null,
  ...some,
});

/** A row of a download record. */
export const recordRow = (id: string, some: Partial<RecordsTable> = {}): RecordsTable => ({
  id,
  user_id: null,
  user_name: 'Ada Lovelace',
  email: 'ada@example.org',
  dataset_id: 'one',
  dataset_name: 'One',
  version: '1.0',
  subset_path: 'one/1.0.zip',
  object_id: 'object',
  open_key: null,
  bytes_sent: 0,
  total_bytes: 1_000,
  complete: 0,
  ranges: '[]',
  files: null,
  started_at: 0,
  finished_at: null,
  ip: '',
  user_agent: '',
  via: 'session',
  person: null,
  counted: null,
  link_id: null,
  ...some,
});

/** A row of a request for access. */
export const requestRow = (id: string, some: Partial<RequestsTable> = {}): RequestsTable => ({
  id,
  user_id: '',
  lineage_id: '',
  status: 'pending',
  status_reason: null,
  purpose: '',
  answers: '{}',
  questions: '[]',
  draft: null,
  changed_at: 0,
  applied_at: 0,
  reviewed_at: null,
  approved_until: null,
  reminded_at: null,
  announced_at: null,
  asked_by: null,
  ...some,
});

/** A row of a finished job. */
export const jobRow = (id: string, some: Partial<JobsTable> = {}): JobsTable => ({
  id,
  kind: '',
  key: null,
  open_key: null,
  subject: '',
  payload: '{}',
  state: 'done',
  priority: 0,
  run_at: 0,
  lease_until: null,
  owner: null,
  attempts: 0,
  done: 0,
  total: 0,
  note: '',
  created_at: 0,
  started_at: null,
  finished_at: null,
  ...some,
});

const PIECE = 200;

/** Inserts many rows in batches, since databases limit the values of a statement. */
type Filled = 'users' | 'records' | 'audit' | 'jobs' | 'outbox' | 'reviews' | 'lineages' | 'requests';

export async function insertMany<T extends Filled>(db: Db, table: T, rows: object[]): Promise<void> {
  for (let n = 0; n < rows.length; n += PIECE)
    await db
      .insertInto(table)
      .values(rows.slice(n, n + PIECE) as never)
      .execute();
}

/** Inserts download records with their derived rows. */
export async function insertRecords(db: Db, rows: RecordsTable[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const row of rows) {
      const named = row.user_name !== '' || row.email !== '';
      const person = named ? await raisePerson(trx, row.user_name, row.email) : null;
      await trx
        .insertInto('records')
        .values({ ...row, person })
        .execute();
    }
    await raiseDownloadDays(
      trx,
      rows
        .filter(({ link_id }) => link_id === null)
        .map(({ started_at, dataset_id, dataset_name, version, bytes_sent }) => ({
          started_at,
          dataset_id,
          dataset_name,
          version,
          count: 1,
          bytes: bytes_sent,
        })),
    );
  });
}
