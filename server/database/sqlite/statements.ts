import type Sqlite from 'better-sqlite3';

/** Prepared statements cached per connection: preparing costs more than running most of ours. */
const STATEMENTS = 500;
const statements = new WeakMap<Sqlite.Database, Map<string, Sqlite.Statement>>();

/** The cached prepared statement of an SQL text. */
export function prepared(database: Sqlite.Database, sql: string): Sqlite.Statement {
  const known = statements.get(database) ?? new Map<string, Sqlite.Statement>();
  statements.set(database, known);
  const found = known.get(sql);
  if (found) return found;
  const statement = database.prepare(sql);
  // Evicts the oldest: statements with lists of varying length must not pile up.
  if (known.size >= STATEMENTS) known.delete(known.keys().next().value ?? '');
  known.set(sql, statement);
  return statement;
}
