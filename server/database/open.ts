import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { Kysely, type Transaction } from 'kysely';
import pg from 'pg';
import { PRIVATE_FILE, privateFile, restrict, sharedFolderSync } from '../modes.ts';
import { checkpoints } from './checkpoints.ts';
import { foldCase } from './fold-case.ts';
import { hastyIs } from './hastily.ts';
import { AsideDialect } from './lists/aside-dialect.ts';
import { csvMaker, standingLists } from './lists/lists.ts';
import { listsAre } from './lists/of.ts';
import { migrate } from './migrate.ts';
import { postgresPool } from './postgres-pool.ts';
import { FoldingPostgresDialect } from './postgres-words.ts';
import { PatientSqliteDialect, pairOf } from './sqlite-dialect.ts';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;
/** The database, or a transaction on it. */
export type Queries = Kysely<Tables> | Transaction<Tables>;

/** 64-bit integers come back as numbers: sizes and times stay far below 2^53. */
const INT8 = 20;
/** `sum()` and `count()` over bigint give numeric. */
const NUMERIC = 1700;

function connectSqlite(file: string, options: Database.Options = {}): Database.Database {
  const database = new Database(file, { ...options, timeout: 0 });
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  foldCase(database);
  return database;
}

interface Hooks {
  /** Told when an fsync of SQLite's has failed: nothing can be written any more, the process must end. */
  onFatal?: (error: Error) => void;
  /** Called before each write to SQLite: makes room on the disk. */
  beforeWrite?: () => void;
}

function openSqlite(file: string, onError: (error: Error) => void, hooks: Hooks): Db {
  sharedFolderSync(dirname(file));
  privateFile(file);
  for (const log of ['-wal', '-shm']) restrict(file + log, PRIVATE_FILE);
  const writer = connectSqlite(file);
  writer.pragma('journal_mode = WAL');
  const reader = connectSqlite(file, { readonly: true });
  const pair = pairOf(writer, reader, hooks.onFatal ?? onError);
  if (hooks.beforeWrite) pair.beforeWrite = hooks.beforeWrite;
  Object.assign(pair, checkpoints(file, pair, onError));
  const db = new Kysely<Tables>({ dialect: new PatientSqliteDialect(pair) });
  hastyIs(db, new Kysely<Tables>({ dialect: new PatientSqliteDialect(pair, true) }));
  return db;
}

function openPostgres(connectionString: string, onError: (error: Error) => void): Db {
  const types = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format as 'text'),
  };
  const pool = postgresPool(
    { connectionString, types: types as never, max: 10, connectionTimeoutMillis: 5_000 },
    onError,
  );
  return new Kysely<Tables>({ dialect: new FoldingPostgresDialect({ pool }) });
}

/**
 * Opens the database and brings its schema up to date.
 * @param where a `postgres://` URL, or the path of an SQLite file (made when missing)
 */
export async function openDatabase(
  where: string,
  onError: (error: Error) => void = () => {},
  hooks: Hooks = {},
): Promise<Db> {
  const onPostgres = /^postgres(ql)?:/.test(where);
  const db = onPostgres ? openPostgres(where, onError) : openSqlite(where, onError, hooks);
  const lists = standingLists(where);
  const csv = csvMaker(where);
  listsAre(
    db,
    { lists, csv },
    onPostgres ? undefined : new Kysely<Tables>({ dialect: new AsideDialect(lists) }),
  );
  const destroy = db.destroy.bind(db);
  db.destroy = async () => {
    await Promise.all([lists.close(), csv.close()]);
    await destroy();
  };
  try {
    await migrate(db);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return db;
}

/** Throws when the database does not answer. */
export async function ping(db: Db): Promise<void> {
  await db.selectFrom('secrets').select('name').limit(1).execute();
}
