import Database from 'better-sqlite3';
import pg from 'pg';

/** Downloads that go on, written as the portal's own flushes are, over a connection beside its own. */
export interface Progress {
  /** So many records send some more bytes, in one transaction. */
  raise: (records: number) => Promise<void>;
  end: () => Promise<void>;
}

const statement = (records: number): string =>
  `update records set bytes_sent = bytes_sent + 1 where id in (
    select id from records order by started_at desc limit ${records})`;

export function sqliteProgress(file: string): Progress {
  const database = new Database(file, { timeout: 5_000 });
  return {
    async raise(records) {
      database.exec(statement(records));
    },
    async end() {
      database.close();
    },
  };
}

export async function postgresProgress(url: string): Promise<Progress> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    async raise(records) {
      await client.query(statement(records));
    },
    end: () => client.end(),
  };
}
