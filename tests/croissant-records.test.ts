/** @module-tag guards */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Dataset, Subset } from '../contract/catalogue.ts';
import { buildTestApp, PASSWORD, type TestApp } from '../server/testing/build-test-app.ts';
import { type ImportRoot, importRoot } from '../server/testing/import-root.ts';
import { LONG } from './support/guards.ts';
import { judges, judgesFolder } from './support/judges.ts';
import { freePort } from './support/nginx.ts';

const run = promisify(execFile);
const bin = judges('the records that mlcroissant loads of a gated dataset');

/** As rows of a file. */
const TABLE = 'id,age,left handed,code,"a, ""b"""\n1,34,true,007,x\n2,51.5,false,008,\n3,,true,009,"y, z"\n';
/** Longer than what is looked at: its types are not known. */
const LONG_TABLE = `n\tword\n${Array.from({ length: 20_000 }, (_, n) => `${n}\tw${n}\n`).join('')}`;

describe.runIf(bin)(
  'releases.md, "What machines read", Croissant: mlcroissant loads records',
  () => {
    let t: TestApp;
    let root: ImportRoot;
    let url: string;
    let cache: string;
    let token: string;
    let dataset: Dataset;
    let folder: Subset;
    beforeAll(async () => {
      root = await importRoot();
      cache = await mkdtemp(join(tmpdir(), 'vitrine-croissant-'));
      const port = await freePort();
      url = `http://127.0.0.1:${port}`;
      t = await buildTestApp({ env: { PUBLIC_URL: url, IMPORT_ROOTS: root.path } });
      const made = await t.dataset({ name: 'Gated', files: { 'the people.csv': TABLE }, status: 'draft' });
      await root.put('scans/README', 'Read me.');
      await root.put('scans/one.csv', 'a,b\n1,x\n');
      await root.put('scans/sub 1/two.tsv', LONG_TABLE);
      const body = {
        subsets: [
          {
            path: made.dataset.path.replace(/\.zip$/, '/scans.zip'),
            source: { import: join(root.path, 'scans') },
          },
        ],
      };
      const admin = { token: await t.adminToken() };
      await t.call('POST', `/api/v1/admin/addSubsets/${made.dataset.id}`, { ...admin, body });
      await t.app.settle();
      const set = { status: 'published', columnsVisible: 'public' };
      await t.call('PUT', `/api/v1/admin/updateDataset/${made.dataset.id}`, { ...admin, body: set });
      t.clock.now += 3_600_000;
      await t.app.settle();
      const opened = await t.open(made.dataset.id);
      dataset = opened.dataset;
      folder = opened.subsetList.find(({ path }) => path.endsWith('/scans.zip')) as Subset;
      const user = await t.user('loads@example.org');
      ({ token } = await t.call<{ token: string }>('POST', '/api/v1/tokens', {
        token: user.token,
        body: { name: 'script', password: PASSWORD, expiresInDays: 1 },
      }));
      await t.server.listen({ port, host: '127.0.0.1' });
    });
    afterAll(async () => {
      await t.close();
      await root.remove();
      await rm(cache, { recursive: true, force: true });
    });

    async function load(records: string, password: string | undefined = token) {
      const args = [
        join(judgesFolder, 'load_croissant.py'),
        `${url}/api/v1/dataset/${dataset.id}/croissant.json`,
      ];
      const env = {
        ...process.env,
        // Nothing that was fetched before.
        CROISSANT_CACHE: await mkdtemp(join(cache, 'c-')),
        ...(password !== '' && {
          CROISSANT_BASIC_AUTH_USERNAME: 'anybody',
          CROISSANT_BASIC_AUTH_PASSWORD: password,
        }),
      };
      const options = { env, maxBuffer: 64 * 1024 * 1024 };
      const { stdout } = await run(join(bin ?? '', 'python'), [...args, records], options);
      return JSON.parse(stdout) as Record<string, unknown>[];
    }
    const valuesOf = async (records: string) => (await load(records)).map((record) => Object.values(record));

    test('of a CSV file: whole numbers, numbers, truths and texts, by the names of its columns', async () => {
      const records = await load('the%20people.csv');
      expect(records.map((record) => Object.values(record))).toEqual([
        [1, 34, true, '7', 'x'],
        [2, 51.5, false, '8', null],
        [3, null, true, '9', 'y, z'],
      ]);
      expect(Object.keys(records[0] ?? {})).toEqual(
        ['id', 'age', 'left handed', 'code', 'a, "b"'].map(
          (name) => `the%20people.csv/${encodeURIComponent(name)}`,
        ),
      );
    });

    test('of tables in a folder, each by its own address; of a long one every column is text', async () => {
      expect(await valuesOf('scans/one.csv')).toEqual([[1, 'x']]);
      const long = await valuesOf('scans/sub%201/two.tsv');
      expect([long.length, long.at(-1)]).toEqual([20_000, ['19999', 'w19999']]);
    });

    test('of a FileSet: every file of the folder, with its path', async () => {
      expect(await valuesOf(`${folder.id}/records`)).toEqual([
        ['README', 'Read me.'],
        ['one.csv', 'a,b\n1,x\n'],
        ['sub 1/two.tsv', LONG_TABLE],
      ]);
    });

    // tests/from-code.test.ts tries another token each time.
    test('without credentials, or with others, nothing is loaded', LONG, async () => {
      await expect(load('the%20people.csv', '')).rejects.toThrow(/401/);
      await expect(load(`${folder.id}/records`, `${token.slice(0, -4)}aaaa`)).rejects.toThrow(/401/);
    });

    test('the document itself is valid', async () => {
      const { stdout } = await run(join(bin ?? '', 'python'), [
        join(judgesFolder, 'judge_croissant.py'),
        `${url}/api/v1/dataset/${dataset.id}/croissant.json`,
      ]);
      expect(JSON.parse(stdout)[0].warnings).toEqual([]);
    });
  },
  120_000,
);
