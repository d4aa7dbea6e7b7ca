import { closeSync, fsyncSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import pg from 'pg';
import { foldCase } from '../../server/database/index.ts';
import { DAY } from '../../server/shared/time.ts';

/** What a laboratory has after two good years. */
export interface Sizes {
  datasets: number;
  users: number;
  records: number;
  audit: number;
  jobs: number;
}

/** The same data on every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Row = Record<string, string | number | null>;

const FIRST =
  'Ada Grace Alan Barbara Edsger Frances Ayşe José Łukasz 伟 敏 Sofía Anna Noam Priya Kwame Zoë'.split(' ');
const FAMILY =
  'Lovelace Hopper Turing Liskov Dijkstra Allen Öztürk García Nowak 王 李 Müller Smith Cohen Sharma Mensah Larsen Ivanova'.split(
    ' ',
  );
const PLACES = [
  'University of Example',
  'Institute for Signals',
  '示例大学',
  'Hospital of the North',
  'Ørsted Laboratory',
];
const MODALITIES = ['MRI', 'EEG', 'CT', 'Text', 'Tabular', 'Audio'];
const STATUSES = [
  'approved',
  'approved',
  'approved',
  'approved',
  'approved',
  'approved',
  'pending',
  'needs_info',
  'rejected',
  'suspended',
];
const PARTS = ['train.zip', 'test.zip', 'validation.zip', 'labels.csv'];

const pick = <T>(list: readonly T[], at: number): T => list[Math.floor(at * list.length)] as T;
/** Few are wanted by most: the first of `count` much more often than the last. */
const skewed = (count: number, at: number): number => Math.floor(count * at ** 3);
const padded = (n: number): string => n.toString(36).padStart(12, '0');

/**
 * The people of a portal that runs: until yesterday, who had 14 days left was reminded, and whose approval ended was told.
 * Without that a server would begin in a state that none comes to, and mail thousands for a quarter of an hour.
 */
export function* users({ users }: Sizes, now: number): Generator<Row> {
  const next = random(1);
  const [endedBy, remindedBy] = [now - DAY, now + 13 * DAY];
  for (let n = 0; n < users; n++) {
    const [first, family] = [pick(FIRST, next()), pick(FAMILY, next())];
    const created = now - Math.floor(next() * 730 * DAY);
    const status = pick(STATUSES, next());
    const reviewed = status === 'pending' ? null : created + Math.floor(next() * 3 * DAY);
    const until = status === 'approved' && next() < 0.3 ? created + Math.floor(next() * 900 * DAY) : null;
    yield {
      id: `user${padded(n * 7_919)}`,
      email: `person${n}@${pick(['example.org', 'example.com', 'lab.example'], next())}`,
      password_hash: '',
      first_name: first,
      family_name: `${family}${n % 50 === 0 ? '-Smith' : ''}`,
      affiliation: pick(PLACES, next()),
      purpose: 'To see whether the engine can weave.',
      country: null,
      status: until !== null && until <= endedBy ? 'expired' : status,
      status_reason: null,
      created_at: created,
      applied_at: created,
      reviewed_at: reviewed,
      approved_until: until,
      reminded_at: until !== null && until <= remindedBy ? until - 14 * DAY : null,
      announced_at: created,
    };
  }
}

export function* reviews(sizes: Sizes, now: number): Generator<Row> {
  let n = 0;
  for (const user of users(sizes, now)) {
    if (user.reviewed_at === null) continue;
    yield {
      id: `review${padded(n++)}`,
      user_id: user.id as string,
      from_status: 'pending',
      to_status: user.status === 'expired' ? 'approved' : (user.status as string),
      reason: null,
      admin_id: null,
      at: user.reviewed_at as number,
      undone_at: null,
      former: '{}',
    };
  }
}

export function* datasets({ datasets }: Sizes, now: number): Generator<Row> {
  for (let n = 0; n < 2 * datasets; n++)
    yield {
      id: `dataset${n}`,
      name: `Resting-state recordings ${n}`,
      version: '1.0',
      modality_name: MODALITIES[n % MODALITIES.length] as string,
      count: 0,
      samples: null,
      path: `recordings-${n}/1.0.zip`,
      desc_path: null,
      detail: '',
      status: n % 10 === 9 ? 'draft' : 'published',
      license: 'CC BY 4.0',
      authors: 'Lovelace, Ada; Hopper, Grace',
      citation: '',
      keywords: 'rest, eyes closed',
      sort: n,
      created_at: now - n * DAY,
      published_at: now - n * DAY,
      // Beyond those that the catalogue has: as many again lie in the trash.
      trashed_at: n < datasets ? null : now - n * 60_000,
      purged_at: null,
    };
}

export function* records(sizes: Sizes, now: number): Generator<Row> {
  const next = random(2);
  const people = [...users(sizes, now)];
  const start = now - 730 * DAY;
  for (let n = 0; n < sizes.records; n++) {
    const person = people[skewed(people.length, next())] as Row;
    const dataset = skewed(sizes.datasets, next());
    const total = 1_000_000 + Math.floor(next() ** 4 * 200_000_000_000);
    const fate = next();
    const sent = fate < 0.9 ? total : Math.floor(total * next());
    // More of late than at first.
    const started = Math.floor(start + Math.sqrt((n + next()) / sizes.records) * 730 * DAY);
    const forgotten = next() < 0.02;
    const whole = next() < 0.5;
    yield {
      id: `record${padded((n * 7_919) % 2 ** 40)}`,
      user_id: forgotten ? null : (person.id as string),
      user_name: forgotten ? '' : `${person.first_name} ${person.family_name}`,
      email: forgotten ? '' : (person.email as string),
      dataset_id: `dataset${dataset}`,
      dataset_name: `Resting-state recordings ${dataset}`,
      version: n < sizes.records / 3 ? '0.9' : '1.0',
      subset_path: whole
        ? `recordings-${dataset}/1.0.zip`
        : `recordings-${dataset}/1.0/${pick(PARTS, next())}`,
      object_id: `object${dataset}`,
      open_key: null,
      bytes_sent: sent,
      total_bytes: total,
      complete: fate < 0.9 ? 1 : fate < 0.98 ? 0 : null,
      ranges: `[[0,${sent}]]`,
      started_at: started,
      finished_at: fate < 0.9 ? started + 60_000 : null,
      ip: forgotten ? '' : '192.0.2.1',
      user_agent: forgotten ? '' : 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)',
      via: pick(['ticket', 'session', 'token'], next()),
      // As each was soon after it began: a million at once would be counted for minutes, and nobody has that.
      counted: 1,
    };
  }
}

export function* audit({ audit: count }: Sizes, now: number): Generator<Row> {
  const next = random(3);
  for (let n = 0; n < count; n++) {
    const [by, what] = [next(), next()];
    const action = pick(
      ['PUT /api/v1/admin/userReview', 'DELETE /api/v1/admin/user', 'POST /api/v1/setting'],
      what,
    );
    const subject = `user person${n}@example.org`;
    yield {
      id: `audit${padded(n)}`,
      at: Math.floor(now - 730 * DAY + (n / count) * 730 * DAY),
      admin_id: `admin${skewed(5, by)}`,
      admin_name: 'Ada Lovelace',
      action,
      subject,
      before_json: '{"status":"pending"}',
      after_json: '{"status":"approved"}',
      ip: '192.0.2.1',
      searched: `${subject}\n${action}`.toLowerCase(),
    };
  }
}

export function* jobs({ jobs: count }: Sizes, now: number): Generator<Row> {
  for (let n = 0; n < count; n++)
    yield {
      id: `job${padded(n)}`,
      kind: n % 3 === 0 ? 'bench scrub' : 'bench hash',
      key: null,
      open_key: null,
      subject: `blob ${n}`,
      payload: '{}',
      state: n % 100 === 0 ? 'failed' : 'done',
      priority: 0,
      run_at: now,
      lease_until: null,
      owner: null,
      attempts: 1,
      done: 1,
      total: 1,
      note: '',
      created_at: now - n * 60_000,
      started_at: now,
      finished_at: now,
    };
}

/** Mails of the past, few of which are still on their way. */
export function* outbox({ jobs: count }: Sizes, now: number): Generator<Row> {
  for (let n = 0; n < count; n++) {
    const created = now - n * 60_000;
    const sent = n % 100 !== 0;
    yield {
      id: `mail${padded(n)}`,
      recipient: `person${n}@example.org`,
      subject: '',
      body: '',
      html: '',
      created_at: created,
      not_before: now + 30 * DAY,
      sent_at: sent ? created + 1_000 : null,
      given_up_at: null,
      last_error: sent ? null : 'The other side did not answer.',
      attempts: 1,
      review_id: null,
    };
  }
}

const DICTIONARY = 2_000;

export function* dictionary(_: Sizes, now: number): Generator<Row> {
  for (let n = 0; n < DICTIONARY; n++)
    yield {
      dict_code: `entry${padded(n)}`,
      dict_type: `bench${n % 20}`,
      dict_label: `label ${n}`,
      dict_value: `value${n}`,
      dict_sort: n,
      is_default: 0,
      status: n % 50 === 0 ? '1' : '0',
      remark: '',
      created_at: now - n * 1_000,
      updated_at: now - n * 1_000,
    };
}

const tables = { users, reviews, datasets, records, audit, jobs, outbox, dictionary };

const searched = `lower(user_name) || '\n' || lower(email)`;

/** What the portal keeps beside the records. */
const derived = [
  `insert into record_people (searched) select distinct ${searched} from records where email != ''`,
  `update records set person = (select id from record_people where searched = ${searched}) where email != ''`,
  'update record_people set records = (select count(*) from records where records.person = record_people.id)',
  `insert into download_days (day, dataset_id, dataset_name, version, count, bytes)
    select started_at / 86400000, dataset_id, dataset_name, version, count(*), sum(bytes_sent) from records
    group by started_at / 86400000, dataset_id, dataset_name, version`,
];

/** Straight into the tables of a migrated SQLite file that no server uses. */
export function fillSqlite(file: string, sizes: Sizes, now: number): void {
  const database = new Database(file);
  foldCase(database);
  database.pragma('synchronous = OFF');
  database.pragma('cache_size = -400000');
  for (const [table, rows] of Object.entries(tables)) {
    let insert: Database.Statement | undefined;
    database.exec('begin');
    for (const row of rows(sizes, now)) {
      const names = Object.keys(row);
      insert ??= database.prepare(
        `insert into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`,
      );
      insert.run(Object.values(row));
    }
    database.exec('commit');
  }
  for (const statement of derived) database.exec(statement);
  // No "analyze": nobody does so for a portal.
  database.close();
  // What the system still holds back would come due at the server's first commit.
  const written = openSync(file, 'r+');
  fsyncSync(written);
  closeSync(written);
}

/** Rows of one insert into PostgreSQL. */
const PIECE = 5_000;

/** The same into PostgreSQL. */
export async function fillPostgres(url: string, sizes: Sizes, now: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('set synchronous_commit = off');
  for (const [table, rows] of Object.entries(tables)) {
    let piece: Row[] = [];
    const flush = async () => {
      if (piece.length === 0) return;
      const names = Object.keys(piece[0] as Row).join(', ');
      await client.query(
        `insert into ${table} (${names}) select ${names} from json_populate_recordset(null::${table}, $1)`,
        [JSON.stringify(piece)],
      );
      piece = [];
    };
    for (const row of rows(sizes, now)) if (piece.push(row) === PIECE) await flush();
    await flush();
  }
  for (const statement of derived) await client.query(statement);
  await client.query('vacuum full records');
  await client.query('vacuum analyze');
  await client.end();
}
