// @module-tag guards
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AdminSubset } from '../../contract/dataset-admin.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { onEitherDatabase } from '../testing/databases.ts';
import { holdJobs, type ImportRoot, importRoot, type Shown } from '../testing/import-root.ts';
import { rowCount } from '../testing/look-inside.ts';
import { readZip } from '../testing/tools.ts';

/** More than a call lays out synchronously. */
const MANY = 1_200;

onEitherDatabase('faults: many subsets, many files in one', (database) => {
  let t: TestApp;
  let root: ImportRoot;
  let token: string;
  let user: string;
  beforeAll(async () => {
    root = await importRoot();
    t = await buildTestApp({ database, env: { IMPORT_ROOTS: root.path } });
    token = await t.adminToken();
    user = (await t.user('many@example.org')).token;
    for (let i = 0; i < MANY; i++) await root.put(`files/${i}.txt`, `${i}`);
  });
  afterAll(async () => {
    await t.close();
    await root.remove();
  });

  const add = (id: string, subsets: object[]) =>
    t.call<{ subsets: AdminSubset[] }>('POST', `/api/v1/admin/addSubsets/${id}`, {
      token,
      body: { subsets },
    });
  const whole = async (id: string, path: string) => {
    const answer = await t.inject('GET', `/api/v1/download/${id}/${path}?token=${user}`);
    return answer.statusCode === 200
      ? (await readZip(answer.rawPayload)).map(({ name }) => name)
      : answer.statusCode;
  };
  const names = Array.from({ length: MANY }, (_, i) => `${i}.txt`).sort();

  test('in one call, whole or not at all; their archive is laid out by a job, and the former one served until then', {
    timeout: 180_000,
  }, async () => {
    const { dataset } = await t.dataset({ name: 'Many', files: {} });
    const some = Array.from({ length: MANY }, (_, i) => ({
      path: `many/many-1.0/${i}.txt`,
      source: { import: `${root.path}/files/${i}.txt` },
    }));
    const refused = await t.ask('POST', `/api/v1/admin/addSubsets/${dataset.id}`, {
      token,
      body: {
        subsets: [
          ...some,
          { ...some[0], path: 'many/many-1.0/missing.txt', source: { import: `${root.path}/no` } },
        ],
      },
    });
    expect(refused).toMatchObject({ code: 400, errors: [{ path: `subsets.${MANY}.source.import` }] });
    expect(await rowCount(t, `subsets where dataset_id = '${dataset.id}'`)).toBe(0);
    const { subsets } = await add(dataset.id, some);
    expect(subsets.map(({ path }) => path)).toEqual(some.map(({ path }) => path));
    await t.app.settle();
    expect(await whole(dataset.id, 'many/many-1.0.zip')).toEqual(names);

    const held = await holdJobs(t, 'whole');
    for (let i = 0; i < 3; i++) {
      const body = new FormData();
      body.append('subsets', new Blob([`${i}`]), `more${i}`);
      await t.call('POST', `/api/v1/admin/addSubsets/${dataset.id}`, { token, body });
    }
    expect(
      await rowCount(t, "jobs where kind = 'whole' and state = 'waiting'"),
      'one job for three changes',
    ).toBe(1);
    expect(await whole(dataset.id, 'many/many-1.0.zip')).toEqual(names);
    await held();
    await t.app.settle();
    expect(await whole(dataset.id, 'many/many-1.0.zip')).toEqual([...names, 'more0', 'more1', 'more2']);
    expect(await rowCount(t, "blobs where state = 'writing'")).toBe(0);
  });

  test('in one folder: its own archive, and under its name in the dataset’s', async () => {
    const { dataset } = await t.dataset({ name: 'Folder', files: { 'a.txt': 'a' } });
    await add(dataset.id, [{ path: 'folder/folder-1.0/f.zip', source: { import: `${root.path}/files` } }]);
    await t.app.settle();
    const { subsetList } = await t.call<Shown>('GET', `/api/v1/admin/dataset/${dataset.id}`, { token });
    expect(subsetList[1]).toMatchObject({ fileCount: MANY, intake: null });
    expect(await whole(dataset.id, 'folder/folder-1.0/f.zip')).toEqual(names);
    expect(await whole(dataset.id, 'folder/folder-1.0.zip')).toEqual([
      'a.txt',
      ...names.map((name) => `f/${name}`),
    ]);
  });
});
