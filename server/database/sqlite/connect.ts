import Database from 'better-sqlite3';
import type { CompiledQuery } from 'kysely';
import { foldCase } from './fold-case.ts';
import { PATIENCE, type StatementResult } from './messages.ts';
import { prepared } from './statements.ts';

/**
 * Page cache of a connection, KiB: small, since the operating system caches the file anyway. The library's own is 16,000.
 */
const CACHE = 2_000;

/**
 * A connection to an SQLite file. It waits for locks until `busy_timeout` is set otherwise: its first look into the file
 * may meet another process that recovers the WAL, or removes it in closing.
 */
export function connect(file: string, options: Database.Options = {}): Database.Database {
  const database = new Database(file, { ...options, timeout: PATIENCE });
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  database.pragma(`cache_size = -${CACHE}`);
  foldCase(database);
  return database;
}

/** Runs one statement. */
export function run(
  database: Database.Database,
  { sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>,
): StatementResult {
  const statement = prepared(database, sql);
  if (statement.reader) return { rows: statement.all(parameters), changes: undefined };
  return { rows: [], changes: statement.run(parameters).changes };
}
