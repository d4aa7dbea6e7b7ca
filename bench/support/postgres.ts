import { tmpdir } from 'node:os';
import pg from 'pg';
import setup from '../../tests/support/postgres.ts';

/** A PostgreSQL server from the npm package, with an empty database; undefined where none can be started. */
export async function benchPostgres(): Promise<{ url: string; end: () => Promise<void> } | undefined> {
  let server: string | null = null;
  const provide = (_: string, url: string | null) => {
    server = url;
  };
  const end = await setup({ provide } as never, tmpdir());
  if (!server || !end) return undefined;
  const client = new pg.Client({ connectionString: `${server}/postgres` });
  await client.connect();
  await client.query('create database bench');
  await client.end();
  return { url: `${server}/bench`, end };
}
