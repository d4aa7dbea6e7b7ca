import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
} from 'kysely';
import { SqliteWords } from '../sqlite-words.ts';
import type { StandingLists } from './lists.ts';

class AsideConnection implements DatabaseConnection {
  readonly #lists: StandingLists;

  constructor(lists: StandingLists) {
    this.#lists = lists;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    return { rows: (await this.#lists.ask('select', { sql, parameters })) as R[] };
  }

  // biome-ignore lint/correctness/useYield: an open iterator would hold the connection; lists page by keyset
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('this database is not read by streams');
  }
}

class AsideDriver implements Driver {
  readonly #connection: AsideConnection;

  constructor(lists: StandingLists) {
    this.#connection = new AsideConnection(lists);
  }

  readonly #refuse = async (): Promise<void> => {
    throw new Error('this connection only reads');
  };

  init = async (): Promise<void> => {};
  acquireConnection = async (): Promise<AsideConnection> => this.#connection;
  beginTransaction = this.#refuse;
  commitTransaction = this.#refuse;
  rollbackTransaction = this.#refuse;
  releaseConnection = async (): Promise<void> => {};
  destroy = async (): Promise<void> => {};
}

/** Any number of questions at a time: the thread takes one after the other. */
class AsideAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** SQLite, read in the thread of the lists. */
export class AsideDialect extends SqliteDialect {
  readonly #lists: StandingLists;

  constructor(lists: StandingLists) {
    super({ database: undefined as never });
    this.#lists = lists;
  }

  override createDriver(): Driver {
    return new AsideDriver(this.#lists);
  }

  override createAdapter(): SqliteAdapter {
    return new AsideAdapter();
  }

  override createQueryCompiler(): SqliteWords {
    return new SqliteWords();
  }
}
