import { dirname } from 'node:path';
import { type Dialect, Kysely, type Transaction } from 'kysely';
import { COMMAND } from '../shared/command-name.ts';
import { PRIVATE_FILE, privateFile, restrict, sharedFolderSync } from '../shared/modes.ts';
import { type BeforeUpgrade, migrate, type OnUpgrade, pendingMigrations } from './migrate.ts';
import { numbers, postgresPool } from './postgres-pool.ts';
import { FoldingPostgresDialect } from './postgres-words.ts';
import { type SqliteHooks, sqliteDialects } from './sqlite/dialect.ts';
import type { Tables } from './tables.ts';

/** The open database. */
export class Db extends Kysely<Tables> {
  /**
   * The same database for long reads (lists, searches, exports): on SQLite in a separate thread, so that no request
   * waits for it. Sees all committed data.
   */
  readonly inReader: Kysely<Tables>;

  constructor(dialect: Dialect, reader?: Dialect) {
    super({ dialect });
    this.inReader = reader ? new Kysely<Tables>({ dialect: reader }) : this;
  }
}

/** The database, or a transaction on it. */
export type Queries = Kysely<Tables> | Transaction<Tables>;

async function openSqlite(file: string, hooks: SqliteHooks): Promise<Db> {
  sharedFolderSync(dirname(file));
  privateFile(file);
  for (const log of ['-wal', '-shm']) restrict(file + log, PRIVATE_FILE);
  const { dialect, reader } = await sqliteDialects(file, hooks);
  return new Db(dialect, reader);
}

function openPostgres(connectionString: string, onError: (error: Error) => void): Db {
  const pool = postgresPool(
    {
      connectionString,
      types: numbers,
      max: 10,
      connectionTimeoutMillis: 5_000,
      // A machine that lost its power says no farewell: the system asks, and ends a line that stays silent (Node: ten
      // times, a second apart), so that no query waits for ever.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      // Nor does a server that hangs keep its locks: PostgreSQL ends its transaction. None of ours waits for anything
      // but the database and the disk, and pg_dump, which a snapshot waits for, has a connection of its own.
      idle_in_transaction_session_timeout: 60_000,
    },
    onError,
  );
  return new Db(new FoldingPostgresDialect({ pool }));
}

/** A database of a former version, opened by somebody who may not upgrade it. */
export class NotUpgraded extends Error {}

interface OpenOptions extends Partial<SqliteHooks> {
  onUpgrade?: OnUpgrade | undefined;
  beforeUpgrade?: BeforeUpgrade | undefined;
  /** Whether a database of a former version is upgraded; a new one always is. True when absent. */
  mayUpgrade?: boolean;
}

/**
 * Opens the database and brings its schema up to date.
 * @param where a `postgres://` URL, or the path of an SQLite file (created when missing)
 * @throws NotUpgraded
 */
export async function openDatabase(
  where: string,
  onError: (error: Error) => void = () => {},
  {
    onFatal = onError,
    beforeWrite = () => {},
    onUpgrade,
    beforeUpgrade,
    mayUpgrade = true,
  }: OpenOptions = {},
): Promise<Db> {
  const db = await connect(where, { onError, onFatal, beforeWrite });
  try {
    if (!mayUpgrade) await assertUpgraded(db);
    await migrate(db, { beforeUpgrade, ...(onUpgrade && { onUpgrade }) });
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return db;
}

const connect = async (where: string, hooks: SqliteHooks): Promise<Db> =>
  /^postgres(ql)?:/.test(where) ? openPostgres(where, hooks.onError) : openSqlite(where, hooks);

/** Opens a database as it is, of whatever version, for one look. */
export async function lookAt<T>(where: string, look: (db: Db) => Promise<T>): Promise<T> {
  const ignore = () => {};
  const db = await connect(where, { onError: ignore, onFatal: ignore, beforeWrite: ignore });
  try {
    return await look(db);
  } finally {
    await db.destroy();
  }
}

/** The migrations that a database lacks, in order; all of them when it is new. Changes nothing. */
export const pendingOf = (where: string): Promise<{ pending: string[]; isNew: boolean }> =>
  lookAt(where, pendingMigrations);

async function assertUpgraded(db: Db): Promise<void> {
  const { pending, isNew } = await pendingMigrations(db);
  if (pending.length > 0 && !isNew) {
    throw new NotUpgraded(
      `The database is of a former version. Upgrade it first: \`${COMMAND} migrate\`, or start the new version.`,
    );
  }
}

/** Throws when the database does not answer. */
export async function ping(db: Db): Promise<void> {
  await db.selectFrom('secrets').select('name').limit(1).execute();
}
