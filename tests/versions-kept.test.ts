// @module-tag guards
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Dataset, Subset } from '../contract/catalogue.ts';
import { buildApp } from '../server/app.ts';
import { readConfig } from '../server/config.ts';
import { ADMIN, buildTestApp, PASSWORD, type TestApp } from '../server/testing/build-test-app.ts';
import { freshDatabase, onEitherDatabase, temporaryFolder } from '../server/testing/databases.ts';
import { form } from '../server/testing/forms.ts';
import { sql } from '../server/testing/look-inside.ts';
import { readZip } from '../server/testing/tools.ts';
import { idOf, tusCalls } from '../server/testing/tus.ts';
import { onTheWire } from '../server/testing/wire.ts';
import { guardOn } from './support/guards.ts';
import { postgresClientPath } from './support/postgres-client.ts';
import { vitrine } from './support/vitrine.ts';

const READER = 'reader@example.org';

/** Two versions share a file and a folder; the first one is purged, the second has a file of its own besides. */
onEitherDatabase('releases "Versions": what the commands make of versions that share files', (database) => {
  let t: TestApp;
  let env: Record<string, string>;
  let place: Awaited<ReturnType<typeof temporaryFolder>>;
  let second: string;
  let before: Awaited<ReturnType<typeof readZip>>;
  const client =
    database === 'SQLite' ? process.env.PATH : postgresClientPath('vitrine backup of versions on PostgreSQL');
  const names = ['a.csv', 'new.csv', 'tree/a/1', 'tree/a/b/2'];

  beforeAll(async () => {
    place = await temporaryFolder();
    t = await buildTestApp({ database });
    env = {
      DATA_DIR: t.folder,
      PATH: client ?? '',
      ...(t.databaseUrl ? { DATABASE_URL: t.databaseUrl } : {}),
    };
    const token = await t.adminToken();
    const first = (await t.dataset({ name: 'Shared', version: '1', files: { 'a.csv': 'shared bytes' } }))
      .dataset.id;
    const { id: folder } = await t.call<{ id: string }>('POST', '/api/v1/admin/folders', { token });
    const wire = await onTheWire(t);
    const tus = tusCalls(wire, token);
    for (const [filename, relativePath] of [
      ['1', 'a/1'],
      ['2', 'a/b/2'],
    ] as const) {
      const bytes = Buffer.from(`of ${relativePath}`);
      const made = await tus.create(bytes.length, { filename, folder, relativePath });
      await tus.patch(idOf(made), 0, bytes);
    }
    await t.call('POST', `/api/v1/admin/addSubsets/${first}`, {
      token,
      body: { subsets: [{ path: 'shared/shared-1/tree.zip', source: { folder } }] },
    });
    await t.app.settle();
    second = (
      await t.call<{ id: string }>('POST', `/api/v1/admin/dataset/${first}/newVersion`, {
        token,
        body: { version: '2' },
      })
    ).id;
    await t.call('POST', `/api/v1/admin/addSubsets/${second}`, {
      token,
      body: form({}, ['subsets', 'of the second alone', 'new.csv']),
    });
    const published = { token, body: { status: 'published' } };
    await t.call('PUT', `/api/v1/admin/updateDataset/${second}`, published);
    const { token: reader } = await t.user(READER);
    await t.call('DELETE', `/api/v1/admin/dataset/${first}`, { token });
    await t.call('DELETE', `/api/v1/admin/trash/${first}`, { token });
    await t.app.settle();
    const { dataset } = await t.open(second, reader);
    before = await readZip((await t.inject('GET', dataset.downloadUrl ?? '')).rawPayload);
    expect(before.map(({ name }) => name).sort()).toEqual(names);
  });
  afterAll(async () => {
    await t.close();
    await place.remove();
  });

  /** The blob of a folder's file. */
  async function inFolder(name: string): Promise<string> {
    const [row] = await sql<{ blob_key: string }>(
      t,
      `select blob_key from intake_files where name = '${name}'`,
    );
    return row?.blob_key ?? '';
  }

  test('verify: all is well; a damaged file has the name of the version that is left', async () => {
    expect(await vitrine(env, 'verify')).toMatchObject({ code: 0, stdout: /All is well/ });
    const key = await inFolder('a/b/2');
    const file = join(t.folder, 'blobs', key.slice(0, 2), key);
    const bytes = await readFile(file);
    await writeFile(
      file,
      bytes.map((byte) => byte ^ 1),
    );
    const { stderr } = await vitrine(env, 'verify');
    await writeFile(file, bytes);
    expect(stderr).toContain(`Fault: shared/shared-2/tree.zip: a/b/2 (blob ${key}) is damaged`);
  });

  test('verify: a folder of a version whose file is no longer kept', async () => {
    const key = await inFolder('a/1');
    await sql(t, `update blobs set state = 'purged' where key = '${key}'`);
    const { code, stdout, stderr } = await vitrine(env, 'verify');
    await sql(t, `update blobs set state = 'kept' where key = '${key}'`);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(
        `shared/shared-2/tree.zip: a/1 uses blob ${key}, which the database does not keep`,
      ),
    ]);
    expect(stdout).toContain('Rows without file: 1');
  });

  test('backed up and restored: the second version is whole, and its permanent address leads to it', async (test) => {
    test.skip(client === undefined);
    const [saved, folder, keys] = ['backup', 'data', 'keys.json'].map((name) => join(place.path, name)) as [
      string,
      string,
      string,
    ];
    const { url, drop } = await freshDatabase(database);
    const target = { ...env, DATA_DIR: folder, ...(url ? { DATABASE_URL: url } : {}) };
    try {
      for (const steps of [
        await vitrine(env, 'backup', saved, '--keys', keys),
        await vitrine(target, 'restore', saved, '--keys', keys),
        await vitrine(target, 'verify'),
        await vitrine(target, 'migrate', '--check'),
      ])
        expect([steps.code, steps.stderr]).toEqual([0, '']);
      const app = await buildApp({ config: readConfig({ ...target, RATE_LIMIT_FACTOR: '0' }) });
      try {
        const ask = async (method: 'GET' | 'POST', address: string, token = '', payload?: object) =>
          app.server.inject({
            method,
            url: address,
            ...(token ? { headers: { authorization: `Bearer ${token}` } } : {}),
            ...(payload ? { payload } : {}),
          });
        const login = async (address: string, body: object) =>
          (await ask('POST', address, '', body)).json().data.token;
        const owner = await login('/api/v1/admin/login', ADMIN);
        expect((await ask('POST', '/api/v1/admin/restored/open', owner)).statusCode).toBe(200);
        const reader = await login('/api/v1/login', { email: READER, password: PASSWORD });
        expect((await ask('GET', '/d/shared')).headers.location).toBe(`/datasetDetail/${second}`);
        expect((await ask('GET', '/d/shared/1')).statusCode, 'purged').toBe(404);
        const { data } = (await ask('GET', `/api/v1/dataset/${second}`, reader)).json() as {
          data: { dataset: Dataset; subsetList: Subset[] };
        };
        const whole = await ask('GET', data.dataset.downloadUrl ?? '');
        expect(await readZip(whole.rawPayload)).toEqual(before);
        const exported = JSON.parse((await vitrine(target, 'user', 'export', READER)).stdout) as {
          downloads: { datasetName: string; version: string }[];
        };
        expect(exported.downloads).toContainEqual(
          expect.objectContaining({ datasetName: 'Shared', version: '2' }),
        );
      } finally {
        await app.close();
      }
    } finally {
      await drop();
    }
  });

  test(
    'backed up and restored: a file purged from a frozen version is no fault, its line stays',
    guardOn(database),
    async (test) => {
      test.skip(client === undefined);
      const token = await t.adminToken();
      const third = await t.call<{ id: string }>('POST', `/api/v1/admin/dataset/${second}/newVersion`, {
        token,
        body: { version: '3' },
      });
      const body = { status: 'published', freeze: true };
      await t.call('PUT', `/api/v1/admin/updateDataset/${third.id}`, { token, body });
      await t.app.settle();
      const purged = { path: 'tree/a/1', reason: 'Law.', also: [second] };
      expect(
        await t.call('POST', `/api/v1/admin/dataset/${third.id}/purgeFile`, { token, body: purged }),
      ).toEqual({ removed: true });
      await t.app.settle();
      const key = await inFolder('a/1');
      expect(await sql(t, `select state from blobs where key = '${key}'`)).toEqual([{ state: 'purged' }]);
      expect(await vitrine(env, 'verify')).toMatchObject({ code: 0, stdout: /All is well/ });
      const [saved, folder, keys] = ['purged', 'purged-data', 'purged.json'].map((name) =>
        join(place.path, name),
      ) as [string, string, string];
      const { url, drop } = await freshDatabase(database);
      const target = { ...env, DATA_DIR: folder, ...(url ? { DATABASE_URL: url } : {}) };
      try {
        for (const steps of [
          await vitrine(env, 'backup', saved, '--keys', keys),
          await vitrine(target, 'restore', saved, '--keys', keys),
          await vitrine(target, 'verify'),
        ])
          expect([steps.code, steps.stderr]).toEqual([0, '']);
        const app = await buildApp({ config: readConfig({ ...target, RATE_LIMIT_FACTOR: '0' }) });
        try {
          const manifest = (of: TestApp['app']) =>
            of.server.inject({ url: `/api/v1/dataset/${third.id}/manifest?format=sha256` });
          const { body: lines } = await manifest(app);
          expect(lines).toContain('  tree/a/1\n');
          expect(lines).toBe((await manifest(t.app)).body);
        } finally {
          await app.close();
        }
      } finally {
        await drop();
      }
    },
  );
});
