import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import pg from 'pg';

export interface Inside {
  folder: string;
  databaseUrl: string | undefined;
}

/** The app's SQLite file, for a separate connection. */
export const sqliteFile = (t: Inside): string => join(t.folder, 'vitrine.sqlite');

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');

/**
 * Retries in JavaScript: SQLite's busy waiting would block the event loop, and with it the app's transaction that is
 * waited for.
 */
async function onSqlite<Row>(file: string, statement: string): Promise<Row[]> {
  for (;;) {
    const database = new Database(file, { timeout: 0 });
    try {
      const prepared = database.prepare(statement);
      if (prepared.reader) return prepared.all() as Row[];
      prepared.run();
      return [];
    } catch (error) {
      if (!isBusy(error)) throw error;
    } finally {
      database.close();
    }
    await sleep(5);
  }
}

const pools = new Map<string, pg.Pool>();

/** Connections that stay a moment: to connect anew takes ten times as long as most statements. */
function poolOf(connectionString: string): pg.Pool {
  const known = pools.get(connectionString);
  if (known) return known;
  const pool = new pg.Pool({ connectionString, idleTimeoutMillis: 1_000, allowExitOnIdle: true });
  // The database is dropped while a connection is idle.
  pool.on('error', () => {});
  pool.on('remove', () => {
    if (pool.totalCount === 0) pools.delete(connectionString);
  });
  pools.set(connectionString, pool);
  return pool;
}

/** Runs one statement over a separate connection: reads and sets what no call exposes. */
export async function sql<Row>(t: Inside, statement: string): Promise<Row[]> {
  if (t.databaseUrl === undefined) return onSqlite(sqliteFile(t), statement);
  return (await poolOf(t.databaseUrl).query(statement)).rows as Row[];
}

/** Number of rows of `from` (a table, perhaps with a `where`). */
export async function rowCount(t: Inside, from: string): Promise<number> {
  const [row] = await sql<{ n: number | string }>(t, `select count(*) as n from ${from}`);
  return Number(row?.n);
}

/** The files in one of the data folder's subfolders, sorted. */
export async function filesUnder(t: Inside, part: 'blobs' | 'tmp'): Promise<string[]> {
  const entries = await readdir(join(t.folder, part), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .sort();
}

/** Everything that a refused or broken upload must leave unchanged. */
export async function stored(t: Inside): Promise<object> {
  const tables = ['datasets', 'subsets', 'paths', 'objects', 'static_files', 'blobs'];
  const counts: Record<string, number> = {};
  for (const table of tables) counts[table] = await rowCount(t, table);
  return {
    ...counts,
    writing: await rowCount(t, "blobs where state = 'writing'"),
    blobFiles: await filesUnder(t, 'blobs'),
    temporaryFiles: await filesUnder(t, 'tmp'),
  };
}
