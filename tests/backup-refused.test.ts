import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../server/testing/build-test-app.ts';
import { freshDatabase, onEitherDatabase, temporaryFolder } from '../server/testing/databases.ts';
import { guardOn } from './support/guards.ts';
import { postgresClientPath } from './support/postgres-client.ts';
import { vitrine } from './support/vitrine.ts';

onEitherDatabase('operations "Commands": what vitrine backup and restore refuse', (database) => {
  let t: TestApp;
  let place: Awaited<ReturnType<typeof temporaryFolder>>;
  const client =
    database === 'SQLite' ? process.env.PATH : postgresClientPath('vitrine backup of PostgreSQL');
  beforeAll(async () => {
    t = await buildTestApp({ database });
    await t.dataset({ files: { 'a.csv': 'a,b\n' } });
    await t.user('reader@example.org');
    await t.app.settle();
  });
  beforeEach(async (test) => {
    test.skip(client === undefined);
    place = await temporaryFolder();
  });
  afterEach(() => place?.remove());
  afterAll(() => t.close());

  const envOf = (folder: string, url: string | undefined) => ({
    DATA_DIR: folder,
    PATH: client ?? '',
    ...(url ? { DATABASE_URL: url } : {}),
  });
  const to = () => join(place.path, 'backup');
  const backup = (...more: string[]) => vitrine(envOf(t.folder, t.databaseUrl), 'backup', to(), ...more);
  async function empty() {
    const { url, drop } = await freshDatabase(database);
    const folder = join(place.path, 'data');
    return { folder, drop, env: envOf(folder, url) };
  }

  test('keys of another portal: the restore says so, and how it is mended', guardOn(database), async () => {
    const keys = join(place.path, 'keys.json');
    expect((await backup('--keys', keys)).code).toBe(0);
    const others = join(place.path, 'others.json');
    const { keys: own } = JSON.parse(await readFile(keys, 'utf8')) as { keys: Record<string, string> };
    await writeFile(others, JSON.stringify({ keys: { ...own, ticket: own.address } }));
    const target = await empty();
    try {
      const thesis = join(place.path, 'thesis.tex');
      await writeFile(thesis, 'mine');
      expect(await vitrine(target.env, 'restore', to(), '--keys', thesis)).toMatchObject({
        code: 1,
        stderr: /thesis\.tex is not a key file/,
      });
      expect(await vitrine(target.env, 'restore', to(), '--keys', others)).toMatchObject({
        code: 1,
        stdout: /Keys: .+ does not belong to this database/,
      });
      await copyFile(keys, join(target.folder, 'keys.json'));
      expect((await vitrine(target.env, 'user', 'find', 'reader')).code).toBe(0);
    } finally {
      await target.drop();
    }
  });

  test('one at a time in a folder: a second would take away what the first has written', {
    ...guardOn(database),
    timeout: 180_000,
  }, async () => {
    expect((await backup()).code).toBe(0);
    const before = await readdir(to());
    const other = new Database(join(to(), 'lock.sqlite'), { timeout: 0 });
    const target = await empty();
    try {
      other.pragma('locking_mode = EXCLUSIVE');
      other.exec('BEGIN EXCLUSIVE');
      const busy = { code: 1, stderr: /Another backup to .+, or a restore from it, is under way/ };
      expect(await backup()).toMatchObject(busy);
      expect(await vitrine(target.env, 'restore', to())).toMatchObject(busy);
      expect((await readdir(to())).filter((name) => !name.endsWith('-journal'))).toEqual(before);
    } finally {
      other.close();
      await target.drop();
    }
    expect((await backup()).code).toBe(0);
  });

  test('places that are not there: refused before anything is copied', guardOn(database), async () => {
    const nowhere = join(place.path, 'nowhere');
    expect(await backup('--earlier', nowhere)).toMatchObject({
      code: 1,
      stderr: /no whole backup in .+nowhere/,
    });
    expect(await backup('--keys', join(nowhere, 'keys.json'))).toMatchObject({ code: 2, stderr: /nowhere/ });
    expect(await backup('--keys', place.path)).toMatchObject({ code: 2, stderr: /names a file/ });
    expect(await readdir(place.path), 'before anything is copied').toEqual([]);
  });
});
