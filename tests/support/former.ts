import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import pg from 'pg';
import { foldCase, type MigrationName, migrate, type Tables } from '../../server/database/index.ts';
import { type DatabaseKind, freshDatabase, temporaryFolder } from '../../server/testing/databases.ts';

/** What a version that kept its keys in the database told people. */
export interface KnownWithKeys {
  /** ms since 1970. */
  madeAt: number;
  owner: { username: string; password: string };
  /** A download link with a ticket. */
  link: string;
  datasetId: string;
  personalToken: string;
  /** Signs in with a second factor. */
  curator: { username: string; password: string };
  factor: { secret: string; recoveryCodes: string[] };
  /** Has seen `pendingSecret`, and not confirmed it. */
  half: { id: string; username: string; password: string };
  pendingSecret: string;
  /** In mails that have not left. */
  code: string;
  invite: string;
}

/** What the portal of `tests/former/make.ts` told people. */
export interface KnownOfPortal {
  /** ms since 1970. */
  madeAt: number;
  owner: { username: string; password: string };
  reader: { email: string; password: string };
  curator: { username: string; password: string };
  factor: { secret: string; recoveryCodes: string[] };
  dataset: { id: string; path: string };
  /** With the reader's ticket, of the whole dataset and of a file of it. */
  link: string;
  subsetLink: string;
  subset: string;
  /** The whole dataset's bytes, base64. */
  archive: string;
  personalToken: string;
  /** Of the dataset in the trash. */
  trashed: string;
  draft: string;
  /** Begun, with that many bytes received of these, base64. */
  upload: { id: string; received: number; bytes: string };
}

interface Knowns {
  'keys-in-the-database': KnownWithKeys;
  'portal-0015': KnownOfPortal;
}

/** What a version left behind. */
interface Former<Known> {
  known: Known;
  /** Its last migration. */
  upTo: MigrationName;
  instanceId: string;
  /** By path below the data folder, base64. */
  files: Record<string, string>;
  rows: Partial<Record<keyof Tables, Record<string, unknown>[]>>;
}

const readFormer = <Name extends keyof Knowns>(name: Name) =>
  JSON.parse(readFileSync(new URL(`../former/${name}.json`, import.meta.url), 'utf8')) as Former<
    Knowns[Name]
  >;

async function fill(db: Kysely<Tables>, { upTo, rows }: Former<unknown>): Promise<void> {
  await migrate(db, { upTo });
  for (const [name, all] of Object.entries(rows)) {
    const table = name as 'secrets';
    // What the migrations put in themselves is in `all`, too.
    await db.deleteFrom(table).execute();
    await db
      .insertInto(table)
      .values(all as never)
      .execute();
  }
}

function fileDatabase(file: string): Kysely<Tables> {
  const database = new Database(file);
  database.pragma('journal_mode = WAL');
  foldCase(database);
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database }) });
}

/**
 * The data folder and the database of that version, in place of a portal's own. On SQLite as after a crash: part of it
 * is in the write-ahead log only.
 */
export async function formerPortal<Name extends keyof Knowns>(kind: DatabaseKind, name: Name) {
  const former = readFormer(name);
  const folder = await temporaryFolder();
  const { url, drop } = await freshDatabase(kind);
  const draft = join(folder.path, 'draft.sqlite');
  const db = url
    ? new Kysely<Tables>({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url }) }) })
    : fileDatabase(draft);
  await fill(db, former);

  /** A data folder as that version left it. */
  const left = (dataDir: string): string => {
    mkdirSync(dataDir, { recursive: true });
    if (!url)
      for (const log of ['', '-wal']) copyFileSync(draft + log, join(dataDir, `vitrine.sqlite${log}`));
    writeFileSync(join(dataDir, 'instance-id'), `${former.instanceId}\n`);
    for (const [path, bytes] of Object.entries(former.files)) {
      mkdirSync(dirname(join(dataDir, path)), { recursive: true });
      writeFileSync(join(dataDir, path), Buffer.from(bytes, 'base64'));
    }
    return dataDir;
  };
  const main = left(join(folder.path, 'data'));
  if (url) await db.destroy();

  return {
    known: former.known,
    /** As that version kept them in the database, by name. */
    keys: Object.fromEntries(
      (former.rows.secrets ?? []).map(({ name: key, value }) => [String(key), String(value)]),
    ),
    folder: main,
    databaseUrl: url,
    /** Another one beside it, on SQLite with a database of its own. */
    again: (name: string) => left(join(folder.path, name)),
    env: {
      DATA_DIR: main,
      CAPTCHA_EFFORT: '0',
      RATE_LIMIT_FACTOR: '0',
      ...(url ? { DATABASE_URL: url } : {}),
    },
    async remove(): Promise<void> {
      if (!url) await db.destroy();
      await drop();
      await folder.remove();
    },
  };
}

/** Everything that a copy of the database holds: SQLite's files byte for byte, or each table's rows. */
export async function copyOfDatabase(t: {
  folder: string;
  databaseUrl: string | undefined;
}): Promise<string> {
  if (t.databaseUrl === undefined) {
    return ['', '-wal', '-shm']
      .map((log) => join(t.folder, `vitrine.sqlite${log}`))
      .filter((file) => existsSync(file))
      .map((file) => readFileSync(file, 'latin1'))
      .join('\n');
  }
  const client = new pg.Client({ connectionString: t.databaseUrl });
  await client.connect();
  try {
    const tables = await client.query<{ tablename: string }>(
      "select tablename from pg_tables where schemaname = 'public'",
    );
    const parts: string[] = [];
    for (const { tablename } of tables.rows)
      parts.push(JSON.stringify((await client.query(`select * from "${tablename}"`)).rows));
    return parts.join('\n');
  } finally {
    await client.end();
  }
}
