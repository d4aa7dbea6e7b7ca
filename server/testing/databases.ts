import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe, inject, type TestOptions } from 'vitest';
import { GUARD } from '../../tests/support/guards.ts';
import { newId } from '../shared/ids.ts';
import { TEMPLATE } from './postgres-template.ts';

export type DatabaseKind = 'SQLite' | 'PostgreSQL';

/**
 * Creates a new database. `url` is the value of DATABASE_URL; undefined: SQLite in the data folder.
 * @param content nothing, or on PostgreSQL the current schema and an administrator (`beginDataFolder` has SQLite's)
 */
export async function freshDatabase(
  kind: DatabaseKind,
  content: 'empty' | 'schema' = 'empty',
): Promise<{ url: string | undefined; drop: () => Promise<void> }> {
  if (kind === 'SQLite') return { url: undefined, drop: async () => {} };
  const server = inject('postgresUrl');
  if (!server) throw new Error('there is no PostgreSQL in this run');
  const name = `t_${newId()
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '_')}`;
  const admin = async (statement: string) => {
    const client = new pg.Client({ connectionString: `${server}/postgres` });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await admin(`create database ${name}${content === 'schema' ? ` template ${TEMPLATE}` : ''}`);
  return { url: `${server}/${name}`, drop: () => admin(`drop database ${name} with (force)`) };
}

const onPostgres = (name: string, options: TestOptions, tests: (kind: DatabaseKind) => void): void => {
  if (inject('postgresUrl')) describe(`${name} on PostgreSQL`, options, () => tests('PostgreSQL'));
};

/** Defines the same tests for each database, both in every run: for code that queries the database itself. */
export function onEachDatabase(name: string, tests: (kind: DatabaseKind) => void): void {
  describe(`${name} on SQLite`, () => tests('SQLite'));
  onPostgres(name, {}, tests);
}

/** Defines the same tests for each database: SQLite in `npm test`, PostgreSQL among the guards. */
export function onEitherDatabase(name: string, tests: (kind: DatabaseKind) => void): void {
  describe(`${name} on SQLite`, () => tests('SQLite'));
  onPostgres(name, GUARD, tests);
}

export async function temporaryFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'vitrine-test-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
