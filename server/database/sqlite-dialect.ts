import { setTimeout as sleep } from 'node:timers/promises';
import type Sqlite from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  SqliteDialect,
  SqliteDriver,
} from 'kysely';
import { AppError } from '../errors.ts';

/** How long a database held by another process is waited for (faults.md). */
const PATIENCE = 5_000;

const busy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');

/**
 * SQLite's own waiting (busy_timeout) would hold the event loop: here it is 0 and a busy database is tried again
 * from JavaScript, so that everything else goes on meanwhile.
 */
class PatientConnection implements DatabaseConnection {
  readonly #inner: DatabaseConnection;

  constructor(inner: DatabaseConnection) {
    this.#inner = inner;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const deadline = Date.now() + PATIENCE;
    for (let wait = 2; ; wait = Math.min(wait * 2, 100)) {
      try {
        return await this.#inner.executeQuery<R>(query);
      } catch (error) {
        if (!busy(error)) throw error;
        if (Date.now() > deadline) {
          throw new AppError(503, 'The database is busy. Please try again in a moment.', { retryAfter: 5 });
        }
        await sleep(wait);
      }
    }
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.#inner.streamQuery(query, chunkSize);
  }
}

class PatientDriver extends SqliteDriver {
  #connection: PatientConnection | undefined;

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#connection ??= new PatientConnection(await super.acquireConnection());
    return this.#connection;
  }

  /** IMMEDIATE: a transaction that starts by reading could not wait for its write lock later. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

export class PatientSqliteDialect extends SqliteDialect {
  readonly #database: Sqlite.Database;

  constructor(database: Sqlite.Database) {
    super({ database });
    this.#database = database;
  }

  override createDriver(): PatientDriver {
    return new PatientDriver({ database: this.#database });
  }
}
