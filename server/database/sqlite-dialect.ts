import { setTimeout as sleep } from 'node:timers/promises';
import type Sqlite from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteDialect,
} from 'kysely';
import { AppError } from '../errors.ts';
import { SqliteWords } from './sqlite-words.ts';
import { prepared } from './statements.ts';

/** How long a database held by another process is waited for (faults.md). */
const PATIENCE = 5_000;

const busy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');

/**
 * What the disk holds is unknown after an fsync that failed, and the next one would succeed whatever it holds
 * (faults.md): nothing is written any more.
 */
const failedSync = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'SQLITE_IOERR_FSYNC' || error.code === 'SQLITE_IOERR_DIR_FSYNC');

function run<R>(database: Sqlite.Database, { sql, parameters }: CompiledQuery): QueryResult<R> {
  const statement = prepared(database, sql);
  if (statement.reader) return { rows: statement.all(parameters) as R[] };
  const { changes } = statement.run(parameters);
  return { numAffectedRows: BigInt(changes), rows: [] };
}

/**
 * SQLite's own waiting (busy_timeout) would hold the event loop: here it is 0 and a busy database is tried again
 * from JavaScript, so that everything else goes on meanwhile.
 * @param asked when the caller began to wait; once at least it is tried, however late
 */
async function patiently<R>(
  database: Sqlite.Database,
  query: CompiledQuery,
  asked: number,
): Promise<QueryResult<R>> {
  for (let wait = 2; ; wait = Math.min(wait * 2, 100)) {
    try {
      return run<R>(database, query);
    } catch (error) {
      if (!busy(error)) throw error;
      if (performance.now() - asked > PATIENCE) {
        throw new AppError(503, 'The database is busy. Please try again in a moment.', { retryAfter: 5 });
      }
      await sleep(wait);
    }
  }
}

/** Who may write, one after the other; each gives its turn back by the function that it got. */
function turns() {
  let last: Promise<void> = Promise.resolve();
  return async (): Promise<() => void> => {
    const before = last;
    const { promise, resolve } = Promise.withResolvers<void>();
    last = promise;
    await before;
    return resolve;
  };
}

export interface Pair {
  /** One writes; whoever writes has it for a statement or a transaction. */
  writer: Sqlite.Database;
  /** Reads what is committed, whatever the writer waits for. */
  reader: Sqlite.Database;
  takeTurn: () => Promise<() => void>;
  /** Whether the writer's commits wait for the disk right now: whoever has the turn says it first. */
  waits: boolean;
  /** Called when the turn to write is taken: makes room on the disk. */
  beforeWrite: () => void;
  /** Why nothing may be written any more: an fsync failed. */
  failure: unknown;
  /** Told of any error of a write. */
  onWriteError: (error: unknown) => void;
  /** Called after each commit. */
  onCommit: () => void;
  /** Ends what `onCommit` has begun, before the connections are closed. */
  beforeClose: () => Promise<void>;
}

/**
 * @param writer with `synchronous = FULL`
 * @param onFatal told once, when an fsync has failed: the process must end
 */
export const pairOf = (
  writer: Sqlite.Database,
  reader: Sqlite.Database,
  onFatal: (error: Error) => void = () => {},
): Pair => ({
  writer,
  reader,
  takeTurn: turns(),
  waits: true,
  beforeWrite: () => {},
  failure: undefined,
  onWriteError(error) {
    if (!failedSync(error) || this.failure !== undefined) return;
    this.failure = error;
    onFatal(error as Error);
  },
  onCommit: () => {},
  beforeClose: async () => {},
});

/**
 * What Kysely takes for a connection of its own: reads go to the reader at once, writes wait for their turn. In a
 * transaction everything goes to the writer.
 */
class SharedConnection implements DatabaseConnection {
  readonly #pair: Pair;
  readonly #hasty: boolean;
  #giveBack: (() => void) | undefined;

  constructor(pair: Pair, hasty: boolean) {
    this.#pair = pair;
    this.#hasty = hasty;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const asked = performance.now();
    if (this.#giveBack) return this.#write(query, asked);
    if (SelectQueryNode.is(query.query)) return patiently(this.#pair.reader, query, asked);
    const giveBack = await this.#takeTurn();
    try {
      return await this.#write(query, asked);
    } finally {
      giveBack();
      this.#pair.onCommit();
    }
  }

  async #write<R>(query: CompiledQuery, asked: number): Promise<QueryResult<R>> {
    const pair = this.#pair;
    if (pair.failure !== undefined) throw pair.failure;
    try {
      return await patiently(pair.writer, query, asked);
    } catch (error) {
      pair.onWriteError(error);
      throw error;
    }
  }

  /** IMMEDIATE: a transaction that starts by reading could not wait for its write lock later. */
  async begin(): Promise<void> {
    const asked = performance.now();
    const giveBack = await this.#takeTurn();
    try {
      await this.#write(CompiledQuery.raw('begin immediate'), asked);
      this.#giveBack = giveBack;
    } catch (error) {
      giveBack();
      throw error;
    }
  }

  /**
   * The writer is this connection's alone until it gives it back: so is how much it waits for the disk. That stays as
   * it is for the next one who wants the same: many sign-ins follow one another.
   */
  async #takeTurn(): Promise<() => void> {
    const giveBack = await this.#pair.takeTurn();
    try {
      this.#pair.beforeWrite();
      this.#wait(!this.#hasty);
      return giveBack;
    } catch (error) {
      giveBack();
      throw error;
    }
  }

  #wait(waits: boolean): void {
    if (this.#pair.waits === waits) return;
    this.#pair.writer.pragma(`synchronous = ${waits ? 'FULL' : 'NORMAL'}`);
    this.#pair.waits = waits;
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    // SQLite rolls back by itself when the disk is full: there is nothing left to end then.
    const { writer } = this.#pair;
    if (how === 'commit') await this.#write(CompiledQuery.raw(how), performance.now());
    else if (writer.inTransaction) await patiently(writer, CompiledQuery.raw(how), performance.now());
  }

  release(): void {
    if (!this.#giveBack) return;
    this.#giveBack();
    this.#giveBack = undefined;
    this.#pair.onCommit();
  }

  // biome-ignore lint/correctness/useYield: an open iterator would hold the connection; lists page by keyset
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('this database is not read by streams');
  }
}

class PatientDriver implements Driver {
  readonly #pair: Pair;
  readonly #hasty: boolean;

  constructor(pair: Pair, hasty: boolean) {
    this.#pair = pair;
    this.#hasty = hasty;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SharedConnection> {
    return new SharedConnection(this.#pair, this.#hasty);
  }

  beginTransaction = (connection: DatabaseConnection) => (connection as SharedConnection).begin();
  commitTransaction = (connection: DatabaseConnection) => (connection as SharedConnection).end('commit');
  rollbackTransaction = (connection: DatabaseConnection) => (connection as SharedConnection).end('rollback');

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    (connection as SharedConnection).release();
  }

  async destroy(): Promise<void> {
    await this.#pair.beforeClose();
    this.#pair.reader.close();
    this.#pair.writer.close();
  }
}

/** Kysely would give its one connection to one caller at a time: here it is shared, and knows who may write. */
class SharedAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }

  /** So migrations are one transaction: whole or not at all, and one process at a time. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** SQLite with one writer and one reader of the same file, neither of which ever holds the event loop to wait. */
export class PatientSqliteDialect extends SqliteDialect {
  readonly #pair: Pair;
  readonly #hasty: boolean;

  /** @param hasty see `hastily` */
  constructor(pair: Pair, hasty = false) {
    super({ database: pair.writer });
    this.#pair = pair;
    this.#hasty = hasty;
  }

  override createDriver(): PatientDriver {
    return new PatientDriver(this.#pair, this.#hasty);
  }

  override createAdapter(): SharedAdapter {
    return new SharedAdapter();
  }

  override createQueryCompiler(): SqliteWords {
    return new SqliteWords();
  }
}
