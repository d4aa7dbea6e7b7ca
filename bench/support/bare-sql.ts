import Database from 'better-sqlite3';
import pg from 'pg';
import { foldCase } from '../../server/database/sqlite/fold-case.ts';

/** The database, asked without the portal. */
export interface Bare {
  run: (statements: string[]) => Promise<void>;
  /** So many records send some more bytes, in one transaction. */
  progress: (records: number) => Promise<void>;
  end: () => Promise<void>;
}

const progress = (records: number): string =>
  `update records set bytes_sent = bytes_sent + 1 where id in (
    select id from records order by started_at desc limit ${records})`;

export function bareSqlite(file: string): Bare {
  const database = new Database(file, { timeout: 5_000 });
  foldCase(database);
  // Sorting a million rows in files would keep the disk busy, and with it every commit of the server.
  database.pragma('temp_store = MEMORY');
  return {
    async run(statements) {
      for (const statement of statements) database.prepare(statement).all();
    },
    async progress(records) {
      database.exec(progress(records));
    },
    async end() {
      database.close();
    },
  };
}

export async function barePostgres(url: string): Promise<Bare> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    async run(statements) {
      for (const statement of statements) await client.query(statement);
    },
    async progress(records) {
      await client.query(progress(records));
    },
    end: () => client.end(),
  };
}
