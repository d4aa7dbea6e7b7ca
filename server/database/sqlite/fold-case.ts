import type { Database } from 'better-sqlite3';

/** SQLite's own `lower` knows ASCII only: a search for "Öztürk" must find it, as in PostgreSQL. */
export function foldCase(database: Database): void {
  database.function('lower', { deterministic: true }, (text) =>
    typeof text === 'string' ? text.toLowerCase() : text,
  );
}
