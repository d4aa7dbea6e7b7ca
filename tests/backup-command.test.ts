import { chmod, copyFile, mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Dataset, Subset } from '../contract/catalogue.ts';
import { type App, buildApp } from '../server/app.ts';
import { readConfig } from '../server/config.ts';
import { ADMIN, buildTestApp, PASSWORD, type TestApp } from '../server/testing/build-test-app.ts';
import { freshDatabase, onEitherDatabase, temporaryFolder } from '../server/testing/databases.ts';
import { filesUnder, rowCount, sql } from '../server/testing/look-inside.ts';
import { openReview } from '../server/testing/reviewer.ts';
import { guardOn } from './support/guards.ts';
import { postgresClientPath } from './support/postgres-client.ts';
import { vitrine } from './support/vitrine.ts';

const BYTES = 'x'.repeat(300_000);
const READER = 'reader@example.org';

onEitherDatabase('operations "Commands": vitrine backup and restore', (database) => {
  let t: TestApp;
  let place: Awaited<ReturnType<typeof temporaryFolder>>;
  let env: Record<string, string>;
  let made: { dataset: Dataset; subsetList: Subset[] };
  /** Of the whole dataset and of a file, as the reader had them. */
  let links: string[];
  let userToken: string;
  let guest: Awaited<ReturnType<typeof openReview>>;
  const client =
    database === 'SQLite' ? process.env.PATH : postgresClientPath('vitrine backup of PostgreSQL');
  beforeAll(async () => {
    t = await buildTestApp({ database });
    env = {
      DATA_DIR: t.folder,
      PATH: client ?? '',
      ...(t.databaseUrl ? { DATABASE_URL: t.databaseUrl } : {}),
    };
    const { dataset } = await t.dataset({ files: { 'a.csv': 'a,b\n', 'b.bin': BYTES } });
    userToken = (await t.user(READER)).token;
    guest = await openReview(t);
    await sql(
      t,
      `insert into administrator_identities (id, admin_id, issuer, subject, linked_at)
       select 'linked', id, 'https://idp.example', 'owner', 0 from administrators returning id`,
    );
    await t.app.settle();
    made = await t.open(dataset.id, userToken);
    links = [
      made.dataset.downloadUrl ?? '',
      made.subsetList.find(({ path }) => path.endsWith('b.bin'))?.downloadUrl ?? '',
    ];
  });
  beforeEach(async (test) => {
    test.skip(client === undefined);
    place = await temporaryFolder();
  });
  afterEach(() => place?.remove());
  afterAll(() => t.close());

  const to = () => join(place.path, 'backup');
  const backup = (...more: string[]) => vitrine(env, 'backup', to(), ...more);
  const blobOf = (folder: string, key: string) => join(folder, 'blobs', key.slice(0, 2), key);
  /** Where a backup can be restored to: an empty folder, and an empty database. */
  async function empty() {
    const { url, drop } = await freshDatabase(database);
    const folder = join(place.path, 'data');
    return {
      folder,
      databaseUrl: url,
      drop,
      env: { DATA_DIR: folder, PATH: client ?? '', ...(url ? { DATABASE_URL: url } : {}) },
    };
  }
  const ask = async (app: App, method: 'GET' | 'POST', url: string, token?: string, body?: object) =>
    app.server.inject({
      method,
      url,
      ...(token ? { headers: { authorization: `Bearer ${token}` } } : {}),
      ...(body ? { payload: body } : {}),
    });

  test('beside a running portal → restored: verify is clean, what was open has ended, an owner opens downloads', async () => {
    const saved = await backup('--keys', join(place.path, 'keys.json'));
    expect([saved.code, saved.stderr]).toEqual([0, '']);
    expect(saved.stdout).toContain('The backup is whole.');
    expect((await stat(join(place.path, 'keys.json'))).mode & 0o777).toBe(0o600);
    expect(
      (await readdir(to())).filter((name) => /key/.test(name)),
      'keys apart',
    ).toEqual([]);

    const target = await empty();
    try {
      const back = await vitrine(target.env, 'restore', to(), '--keys', join(place.path, 'keys.json'));
      expect([back.code, back.stderr]).toEqual([0, '']);
      expect(back.stdout).toMatch(/Ended: +\d+ sessions, [1-9]\d* download links/);
      expect(back.stdout).toContain(", 1 administrators' sign-ins with institutions, 1 reviewer links, ");
      expect(back.stdout).toContain('Holds:      1 approved person, 1 administrator\n');
      expect(await vitrine(target.env, 'verify')).toMatchObject({ code: 0, stdout: /All is well/ });

      const app = await buildApp({ config: readConfig({ ...target.env, RATE_LIMIT_FACTOR: '0' }) });
      try {
        for (const url of links) expect((await ask(app, 'GET', url)).statusCode, 'closed').toBe(503);
        expect((await ask(app, 'GET', '/api/v1/userInfo', userToken)).json().code, 'signed out').toBe(401);
        expect((await ask(app, 'GET', '/api/v1/review', guest.token)).json().code, 'a guest').toBe(401);
        const { secret } = guest;
        expect((await ask(app, 'POST', '/api/v1/review', undefined, { secret })).json().code).toBe(410);
        const login = async (url: string, body: object) =>
          (await ask(app, 'POST', url, undefined, body)).json().data.token;
        const reader = await login('/api/v1/login', { email: READER, password: PASSWORD });
        const page = (await ask(app, 'GET', `/api/v1/dataset/${made.dataset.id}`, reader)).json().data;
        expect((await ask(app, 'GET', page.dataset.downloadUrl)).statusCode).toBe(503);

        const owner = await login('/api/v1/admin/login', ADMIN);
        const state = (await ask(app, 'GET', '/api/v1/admin/restored', owner)).json().data;
        expect(state).toEqual({
          snapshotAt: expect.any(String),
          restoredAt: expect.any(String),
          approved: 1,
          administrators: 1,
        });
        expect(Date.parse(state.restoredAt)).toBeGreaterThan(Date.parse(state.snapshotAt));
        expect((await ask(app, 'POST', '/api/v1/admin/restored/open', reader)).json().code).toBe(403);
        expect((await ask(app, 'POST', '/api/v1/admin/restored/open', owner)).json().code).toBe(200);
        expect((await ask(app, 'POST', '/api/v1/admin/restored/open', owner)).json().code, 'twice').toBe(409);
        expect((await ask(app, 'GET', '/api/v1/admin/restored', owner)).json().data).toBeNull();

        for (const [i, url] of links.entries()) {
          expect((await ask(app, 'GET', url)).statusCode, 'its ticket is of before').toBe(401);
          const address = url.split('?')[0] ?? '';
          const again = await ask(app, 'GET', address, reader);
          expect(again.statusCode, 'the address is the same').toBe(200);
          const before = await t.inject('GET', url);
          expect(again.rawPayload.equals(before.rawPayload), `link ${i}`).toBe(true);
        }
        const audit = (await ask(app, 'GET', '/api/v1/admin/audit?keyword=restore', owner)).json().data.list;
        expect(audit.map(({ action }: { action: string }) => action)).toEqual([
          'POST /api/v1/admin/restored/open',
          'vitrine restore',
        ]);
        expect(audit[1].after).toMatchObject({ unlinked: 1 });
      } finally {
        await app.close();
      }
    } finally {
      await target.drop();
    }
  });

  test(
    'again into the same folder: what is there and sound is left, what is damaged is copied anew, the rest goes',
    guardOn(database),
    async () => {
      expect((await backup()).code).toBe(0);
      const names = await readdir(to());
      const [first, second] = await filesUnder({ folder: to(), databaseUrl: undefined }, 'blobs');
      const damaged = blobOf(to(), first ?? '');
      const inode = (await stat(blobOf(to(), second ?? ''))).ino;
      await chmod(damaged, 0o600);
      await truncate(damaged, 1);
      const stray = blobOf(to(), 'xxStrayStrayStrayStr');
      await mkdir(dirname(stray));
      await writeFile(stray, 'stray');
      const again = await backup();
      expect(again.stdout).toMatch(/ 1 copied, 0 linked, [1-9]\d* there already/);
      expect((await stat(blobOf(to(), second ?? ''))).ino, 'not written again').toBe(inode);
      expect((await readdir(to())).length, 'one database').toBe(names.length);
      const keys = await filesUnder({ folder: to(), databaseUrl: undefined }, 'blobs');
      expect(keys).toEqual(await filesUnder(t, 'blobs'));
      for (const key of keys)
        expect((await readFile(blobOf(to(), key))).equals(await readFile(blobOf(t.folder, key)))).toBe(true);
    },
  );

  test('--earlier links what a former backup has, and nothing of DATA_DIR', guardOn(database), async () => {
    expect((await backup()).code).toBe(0);
    const next = join(place.path, 'next');
    const { stdout } = await vitrine(env, 'backup', next, '--earlier', to());
    expect(stdout).toMatch(/ 0 copied, [1-9]\d* linked, 0 there already/);
    for (const key of await filesUnder({ folder: next, databaseUrl: undefined }, 'blobs')) {
      const [mine, former, original] = await Promise.all(
        [next, to(), t.folder].map((folder) => stat(blobOf(folder, key))),
      );
      expect(mine?.ino).toBe(former?.ino);
      expect(original?.nlink).toBe(1);
    }
  });

  test('--encrypt-keys: restored by the passphrase alone, by no other', guardOn(database), async () => {
    expect(await backup('--encrypt-keys')).toMatchObject({ code: 2, stderr: /BACKUP_PASSPHRASE/ });
    const passphrase = 'a row of blue bottles';
    const saved = await vitrine({ ...env, BACKUP_PASSPHRASE: passphrase }, 'backup', to(), '--encrypt-keys');
    expect(saved.code).toBe(0);
    const keys = await readFile(join(t.folder, 'keys.json'), 'utf8');
    for (const key of Object.values(JSON.parse(keys).keys as Record<string, string>))
      expect(await readFile(join(to(), 'keys.encrypted'), 'utf8')).not.toContain(key);
    const target = await empty();
    try {
      const wrong = { ...target.env, BACKUP_PASSPHRASE: 'another passphrase' };
      expect(await vitrine(wrong, 'restore', to())).toMatchObject({ code: 1, stderr: /another passphrase/ });
      expect(await vitrine(target.env, 'restore', to()), 'forgotten').toMatchObject({
        code: 1,
        stderr: /set BACKUP_PASSPHRASE, or name the key file by --keys/,
      });
      const right = { ...target.env, BACKUP_PASSPHRASE: passphrase };
      expect((await vitrine(right, 'restore', to())).code).toBe(0);
      expect(await readFile(join(target.folder, 'keys.json'), 'utf8')).toBe(keys);
    } finally {
      await target.drop();
    }
    expect((await backup()).code).toBe(0);
    expect(await readdir(to()), 'left out from now on').not.toContain('keys.encrypted');
  });

  test('what is lost is named, by the backup and by the restore, and its files are refused', async () => {
    const [victim] = await filesUnder(t, 'blobs');
    const original = blobOf(t.folder, victim ?? '');
    const aside = join(place.path, 'aside');
    await copyFile(original, aside);
    try {
      await writeFile(original, 'damaged');
      const saved = await backup();
      expect(saved).toMatchObject({ code: 1, stderr: expect.stringContaining(victim ?? '') });
      expect(saved.stdout).toContain('1 of its files could not be copied');
    } finally {
      await copyFile(aside, original);
    }
    const [, other] = await filesUnder({ folder: to(), databaseUrl: undefined }, 'blobs');
    await truncate(blobOf(to(), other ?? ''), 2);
    const target = await empty();
    try {
      const back = await vitrine(target.env, 'restore', to());
      expect(back).toMatchObject({ code: 1, stdout: /Keys: +MISSING/ });
      for (const key of [victim, other]) expect(back.stderr).toContain(key);
      expect(await rowCount(target, "blobs where mark = 'vanished'")).toBe(2);
    } finally {
      await target.drop();
    }
  });

  test(
    'refused, with words: places that are wrong, folders that hold something else, halves',
    guardOn(database),
    async () => {
      expect(await vitrine(env, 'backup', join(t.folder, 'backup'))).toMatchObject({
        code: 2,
        stderr: /outside DATA_DIR/,
      });
      expect(await backup('--keys', join(to(), 'keys.json'))).toMatchObject({
        code: 2,
        stderr: /apart from the backup/,
      });
      await mkdir(to());
      await writeFile(join(to(), 'thesis.tex'), 'mine');
      expect(await backup()).toMatchObject({ code: 1, stderr: /holds something else/ });
      expect(await readdir(to())).toEqual(['thesis.tex']);
      expect(await vitrine(env, 'restore', to())).toMatchObject({ code: 1, stderr: /no manifest\.json/ });
      await rm(to(), { recursive: true });

      expect((await backup()).code).toBe(0);
      expect(await vitrine(env, 'restore', to())).toMatchObject({ code: 1, stderr: /is not empty/ });
      const target = await empty();
      try {
        // Interrupted: no portal yet, and begun anew by the same command.
        await mkdir(target.folder);
        const { madeAt } = JSON.parse(await readFile(join(to(), 'manifest.json'), 'utf8'));
        await writeFile(join(target.folder, 'restoring'), String(madeAt));
        const config = readConfig(target.env);
        await expect(buildApp({ config })).rejects.toThrow(/not finished/);
        expect((await vitrine(target.env, 'restore', to())).code).toBe(0);
        expect(await readdir(target.folder)).not.toContain('restoring');
      } finally {
        await target.drop();
      }
      const name = (await readdir(to())).find((one) => one.startsWith('database-')) ?? '';
      await truncate(join(to(), name), 100);
      expect(await vitrine(target.env, 'restore', to())).toMatchObject({
        code: 1,
        stderr: /damaged or missing/,
      });
    },
  );
});
