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
import { connect, run, type StatementResult } from './connect.ts';
import { SqliteWords } from './query-compiler.ts';
import { deadline, failedSync, isBusy, SqliteThread } from './thread.ts';
import { turns } from './turns.ts';

/** Asked of a connection, it holds for the transaction that follows on it (see `relaxed-durability.ts`). */
export const RELAXED = 'pragma synchronous = normal';
const FULL = 'pragma synchronous = full';

const resultOf = <R>({ rows, changes }: StatementResult): QueryResult<R> => ({
  rows: rows as R[],
  ...(changes === undefined ? {} : { numAffectedRows: BigInt(changes) }),
});

export interface SqliteHooks {
  /** Told once: an fsync has failed, or the writing thread has died. The process must end. */
  onFatal: (error: Error) => void;
  /** Told when the write-ahead log could not be brought into the file. */
  onError: (error: Error) => void;
  /** Called before each write: makes room on the disk. */
  beforeWrite: () => void;
}

/**
 * An SQLite file as this process has it: a thread that writes, a connection for reads that an index answers in
 * microseconds, and a thread for reads that may take long. Whoever waits, the event loop goes on.
 */
class SqliteFile {
  readonly #hooks: SqliteHooks;
  readonly #writer: SqliteThread;
  readonly #reader: SqliteThread;
  #points!: Database.Database;
  /** Why nothing may be written any more. */
  #failure: Error | undefined;
  /** How the writer's commits are, as it was last told. */
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
    // Makes the file, and its write-ahead log, which a connection that only reads cannot.
    await file.#writer.run(CompiledQuery.raw('select 1'), deadline());
    file.#points = connect(path, { readonly: true });
    return file;
  }

  #fail(error: Error): void {
    if (this.#failure) return;
    this.#failure = error;
    this.#hooks.onFatal(error);
  }

  /** In the thread that answers requests; where the file is busy, in the reader, which may wait. */
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

  /** Only by whoever has the turn to write. */
  async write(query: CompiledQuery, until: number): Promise<StatementResult> {
    if (this.#failure) throw this.#failure;
    return this.#writer.run(query, until);
  }

  /**
   * Waits for the turn to write.
   * @param relaxed whether commits need not wait for the disk
   * @returns gives the turn back
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
    // The last one takes the write-ahead log away.
    await this.#writer.close();
  }
}

/** What Kysely takes for a connection of its own: reads go at once, writes wait for their turn. */
class SharedConnection implements DatabaseConnection {
  readonly #file: SqliteFile;
  #relaxed = false;
  /** While a transaction is under way, which has the turn to write: everything goes to the writer. */
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

  /** IMMEDIATE: a transaction that starts by reading could not wait for its write lock later. */
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
      // SQLite rolls back by itself when the disk is full: there is nothing left to end then.
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

/** Reads in a thread of its own, one after the other. */
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
 * Opens an SQLite file, or makes it.
 * @returns `dialect` reads what an index finds in the thread that answers requests, and writes in another one;
 *   `reader` reads only, in a third, which begins when it is first needed
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
