import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { Kysely, PostgresDialect, SqliteDialect, sql } from 'kysely';
import pg from 'pg';
import { privateFile } from '../shared/modes.ts';
import type { Queries } from './open.ts';
import { numbers } from './postgres-pool.ts';
import type { Tables } from './tables.ts';

/** What else is to be known of the state that is copied. */
type Look<T> = (db: Queries) => Promise<T>;

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** SQLite's own: a read transaction's view, without free pages; it does not wait for writers, nor they for it. */
async function ofSqlite<T>(from: string, to: string, look: Look<T>): Promise<T> {
  const db = new Database(from, { readonly: true, timeout: 5_000 });
  try {
    db.prepare('VACUUM INTO ?').run(to);
  } finally {
    db.close();
  }
  const copy = new Kysely<Tables>({
    dialect: new SqliteDialect({ database: new Database(to, { readonly: true }) }),
  });
  try {
    return await look(copy);
  } finally {
    await copy.destroy();
  }
}

/** Runs a client program of PostgreSQL; the password goes by the environment, since arguments are for all to see. */
async function client(program: string, url: string, args: (where: string) => string[]): Promise<void> {
  const where = new URL(url);
  const env = { ...process.env, PGPASSWORD: decodeURIComponent(where.password) };
  where.password = '';
  const child = spawn(program, args(where.href), { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let words = '';
  child.stderr.setEncoding('utf8').on('data', (piece) => {
    words += piece;
  });
  const ended = once(child, 'close').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new Error(
      `There is no ${program}. Install the PostgreSQL client of the server’s version (postgresql-client).`,
    );
  });
  const [code] = await ended;
  if (code !== 0) throw new Error(`${program} failed: ${words.trim()}`);
}

const connection = (connectionString: string) =>
  new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString, types: numbers, max: 1 }) }),
  });

/** pg_dump sees what `look` sees: both are in one exported snapshot. */
async function byPgDump<T>(url: string, to: string, look: Look<T>): Promise<T> {
  const db = connection(url);
  try {
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(trx);
        const options = ['--format=custom', '--no-owner', '--no-privileges', `--snapshot=${rows[0]?.id}`];
        await client('pg_dump', url, (where) => [...options, `--file=${to}`, where]);
        return look(trx);
      });
  } finally {
    await db.destroy();
  }
}

/**
 * Writes a consistent copy of a database that is in use, durable when this returns; after a failure there is none.
 * @param where a `postgres://` URL, or the path of an SQLite file
 * @param to a new file; readable by its owner only
 * @param look reads the same state
 */
export async function snapshot<T>(where: string, to: string, look: Look<T>): Promise<T> {
  privateFile(to);
  try {
    const seen = /^postgres(ql)?:/.test(where)
      ? await byPgDump(where, to, look)
      : await ofSqlite(where, to, look);
    await sync(to);
    await sync(dirname(to));
    return seen;
  } catch (error) {
    await rm(to, { force: true });
    throw error;
  }
}

/** Whether a PostgreSQL database has no table. */
export async function isEmptyDatabase(url: string): Promise<boolean> {
  const db = connection(url);
  try {
    return (await db.introspection.getTables()).length === 0;
  } finally {
    await db.destroy();
  }
}

/** Fills a PostgreSQL database from a snapshot's file, in one transaction. What an interrupted one left is replaced. */
export const restoreDump = (url: string, file: string): Promise<void> =>
  client('pg_restore', url, (where) => [
    '--no-owner',
    '--no-privileges',
    '--clean',
    '--if-exists',
    '--single-transaction',
    `--dbname=${where}`,
    file,
  ]);
