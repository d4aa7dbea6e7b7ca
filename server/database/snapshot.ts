import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { privateFile } from '../shared/modes.ts';

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** SQLite's own: a read transaction's view, without free pages; it does not wait for writers, nor they for it. */
function ofSqlite(from: string, to: string): void {
  const db = new Database(from, { readonly: true, timeout: 5_000 });
  try {
    db.prepare('VACUUM INTO ?').run(to);
  } finally {
    db.close();
  }
}

/** The password goes by the environment: arguments are for all to see. */
async function byPgDump(url: string, to: string): Promise<void> {
  const where = new URL(url);
  const env = { ...process.env, PGPASSWORD: decodeURIComponent(where.password) };
  where.password = '';
  const args = ['--format=custom', '--no-owner', '--no-privileges', '--file', to, where.href];
  const child = spawn('pg_dump', args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let words = '';
  child.stderr.setEncoding('utf8').on('data', (piece) => {
    words += piece;
  });
  const ended = once(child, 'close').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new Error(
      'There is no pg_dump. Install the PostgreSQL client of the server’s version (postgresql-client).',
    );
  });
  const [code] = await ended;
  if (code !== 0) throw new Error(`pg_dump failed: ${words.trim()}`);
}

/**
 * Writes a consistent copy of a database that is in use, durable when this returns; after a failure there is none.
 * @param where a `postgres://` URL, or the path of an SQLite file
 * @param to a new file; readable by its owner only
 */
export async function snapshot(where: string, to: string): Promise<void> {
  privateFile(to);
  try {
    if (/^postgres(ql)?:/.test(where)) await byPgDump(where, to);
    else ofSqlite(where, to);
    await sync(to);
    await sync(dirname(to));
  } catch (error) {
    await rm(to, { force: true });
    throw error;
  }
}
