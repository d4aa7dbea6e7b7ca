import type Database from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteDialect,
} from 'kysely';
import { connect, run } from './connect.ts';
import type { StatementResult } from './messages.ts';
import { SqliteWords } from './query-compiler.ts';
import { deadline, failedSync, isBusy, SqliteThread } from './thread.ts';
import { turns } from './turns.ts';

/** Executed on a connection, it applies to the transaction that follows on it (see `relaxed-durability.ts`). */
export const RELAXED = 'pragma synchronous = normal';
const FULL = 'pragma synchronous = full';

const resultOf = <R>({ rows, changes }: StatementResult): QueryResult<R> => ({
  rows: rows as R[],
  ...(changes === undefined ? {} : { numAffectedRows: BigInt(changes) }),
});

export interface SqliteHooks {
  /** Called once: an fsync has failed, or the writer thread has died. The process must end. */
  onFatal: (error: Error) => void;
  /** Called when a WAL checkpoint has failed. */
  onError: (error: Error) => void;
  /** Called before each write: frees the disk space reserved for it. */
  beforeWrite: () => void;
}

/**
 * An SQLite file with a writer thread, a connection for point reads that an index answers in microseconds, and a reader
 * thread for long reads. Waiting never blocks the event loop.
 */
class SqliteFile {
  readonly #hooks: SqliteHooks;
  readonly #writer: SqliteThread;
  readonly #reader: SqliteThread;
  #points!: Database.Database;
  /** Set once writing must stop, with the cause. */
  #failure: Error | undefined;
  /** The writer connection's current `synchronous` setting. */
  #synchronous = FULL;

  readonly takeTurn = turns();

  private constructor(path: string, hooks: SqliteHooks) {
    this.#hooks = hooks;
    this.#writer = new SqliteThread(path, 'writes', {
      onFailure: (error, { ofStatement }) => {
        if (failedSync(error)) this.#fail(error);
        if (!ofStatement) hooks.onError(error);
      },
      onDeath: (error) => this.#fail(error),
    });
    this.#reader = new SqliteThread(path, 'readonly');
  }

  static async open(path: string, hooks: SqliteHooks): Promise<SqliteFile> {
    const file = new SqliteFile(path, hooks);
    // Creates the file and its WAL, which a read-only connection cannot.
    await file.#writer.run(CompiledQuery.raw('select 1'), deadline());
    file.#points = connect(path, { readonly: true });
    file.#points.pragma('busy_timeout = 0');
    return file;
  }

  #fail(error: Error): void {
    if (this.#failure) return;
    this.#failure = error;
    this.#hooks.onFatal(error);
  }

  /** Reads on the main thread; when the file is locked, in the reader thread, which may wait. */
  async read(query: CompiledQuery, until: number): Promise<StatementResult> {
    try {
      return run(this.#points, query);
    } catch (error) {
      if (!isBusy(error)) throw error;
      return this.readInReader(query, until);
    }
  }

  readInReader(query: CompiledQuery, until: number): Promise<StatementResult> {
    return this.#reader.run(query, until);
  }

  /** Only for the holder of the write lock. */
  async write(query: CompiledQuery, until: number): Promise<StatementResult> {
    if (this.#failure) throw this.#failure;
    return this.#writer.run(query, until);
  }

  /**
   * Waits for the write lock.
   * @param relaxed whether commits need not wait for fsync
   * @returns releases the lock
   */
  async beginTurn(relaxed: boolean, until: number): Promise<() => void> {
    const giveBack = await this.takeTurn(until);
    try {
      this.#hooks.beforeWrite();
      const synchronous = relaxed ? RELAXED : FULL;
      if (synchronous !== this.#synchronous) await this.write(CompiledQuery.raw(synchronous), until);
      this.#synchronous = synchronous;
      return giveBack;
    } catch (error) {
      giveBack();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#reader.close();
    this.#points.close();
    // The last connection to close removes the WAL.
    await this.#writer.close();
  }
}

/** A connection as Kysely sees it: reads run at once, writes wait for the write lock. */
class SharedConnection implements DatabaseConnection {
  readonly #file: SqliteFile;
  #relaxed = false;
  /** Releases the write lock; set during a transaction, in which all statements go to the writer. */
  #giveBack: (() => void) | undefined;

  constructor(file: SqliteFile) {
    this.#file = file;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const until = deadline();
    if (query.sql === RELAXED) {
      this.#relaxed = true;
      return { rows: [] };
    }
    if (this.#giveBack) return resultOf(await this.#file.write(query, until));
    if (SelectQueryNode.is(query.query)) return resultOf(await this.#file.read(query, until));
    const giveBack = await this.#file.beginTurn(false, until);
    try {
      return resultOf(await this.#file.write(query, until));
    } finally {
      giveBack();
    }
  }

  /** IMMEDIATE: a transaction that starts with a read could fail to upgrade to the write lock later. */
  async begin(): Promise<void> {
    const until = deadline();
    const giveBack = await this.#file.beginTurn(this.#relaxed, until);
    try {
      await this.#file.write(CompiledQuery.raw('begin immediate'), until);
      this.#giveBack = giveBack;
    } catch (error) {
      giveBack();
      throw error;
    }
  }

  async commit(): Promise<void> {
    await this.#file.write(CompiledQuery.raw('commit'), deadline());
  }

  async rollback(): Promise<void> {
    try {
      await this.#file.write(CompiledQuery.raw('rollback'), deadline());
    } catch (error) {
      // SQLite rolls back by itself when the disk is full: there is no transaction left to end.
      if (!(error instanceof Error && /no transaction is active/.test(error.message))) throw error;
    }
  }

  release(): void {
    this.#giveBack?.();
    this.#giveBack = undefined;
  }

  // biome-ignore lint/correctness/useYield: an open iterator would hold the connection; lists page by keyset
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('this database is not read by streams');
  }
}

class SharedDriver implements Driver {
  readonly #file: SqliteFile;

  constructor(file: SqliteFile) {
    this.#file = file;
  }

  init = async (): Promise<void> => {};
  acquireConnection = async (): Promise<SharedConnection> => new SharedConnection(this.#file);
  beginTransaction = (connection: DatabaseConnection) => (connection as SharedConnection).begin();
  commitTransaction = (connection: DatabaseConnection) => (connection as SharedConnection).commit();
  rollbackTransaction = (connection: DatabaseConnection) => (connection as SharedConnection).rollback();
  releaseConnection = async (connection: DatabaseConnection) => (connection as SharedConnection).release();
  destroy = () => this.#file.close();
}

/** Runs reads in a separate thread, one after the other. */
class ReaderDriver implements Driver {
  readonly #connection: DatabaseConnection;

  constructor(file: SqliteFile) {
    this.#connection = {
      executeQuery: async (query) => resultOf(await file.readInReader(query, deadline())),
      // biome-ignore lint/correctness/useYield: as above
      async *streamQuery() {
        throw new Error('this database is not read by streams');
      },
    };
  }

  readonly #refuse = async (): Promise<void> => {
    throw new Error('this connection only reads');
  };

  init = async (): Promise<void> => {};
  acquireConnection = async (): Promise<DatabaseConnection> => this.#connection;
  beginTransaction = this.#refuse;
  commitTransaction = this.#refuse;
  rollbackTransaction = this.#refuse;
  releaseConnection = async (): Promise<void> => {};
  destroy = async (): Promise<void> => {};
}

/** Kysely would serialise callers on its single connection: this one is shared, and has its own write lock. */
class SharedAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }

  /** Makes Kysely run migrations in one transaction: atomic, and by one process at a time. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class ThreadedDialect extends SqliteDialect {
  readonly #driver: Driver;

  constructor(driver: Driver) {
    super({ database: undefined as never });
    this.#driver = driver;
  }

  override createDriver = (): Driver => this.#driver;
  override createAdapter = (): SharedAdapter => new SharedAdapter();
  override createQueryCompiler = (): SqliteWords => new SqliteWords();
}

/**
 * Opens an SQLite file, or creates it.
 * @returns `dialect` runs indexed reads on the main thread and writes in a writer thread; `reader` is read-only, in a
 * third thread that is started on first use
 */
export async function sqliteDialects(
  path: string,
  hooks: SqliteHooks,
): Promise<{ dialect: SqliteDialect; reader: SqliteDialect }> {
  const file = await SqliteFile.open(path, hooks);
  return {
    dialect: new ThreadedDialect(new SharedDriver(file)),
    reader: new ThreadedDialect(new ReaderDriver(file)),
  };
}
