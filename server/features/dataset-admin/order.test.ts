import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Dataset } from '../../../contract/catalogue.ts';
import type { Ordered } from '../../../contract/dataset-order.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { onEitherDatabase } from '../../testing/databases.ts';
import { sql } from '../../testing/look-inside.ts';

onEitherDatabase('decisions §4: datasets and subsets have `sort`', (database) => {
  let t: TestApp;
  let token: string;
  beforeAll(async () => {
    t = await buildTestApp({ database });
    token = await t.adminToken();
  });
  afterAll(() => t.close());

  const place = (kind: 'dataset' | 'subset', id: string | undefined, after: string | null | undefined) =>
    t.ask('PUT', `/api/v1/admin/${kind}/${id}/place`, { token, body: { after } });
  const update = (id: string, body: object) =>
    t.call('PUT', `/api/v1/admin/updateDataset/${id}`, { token, body });

  async function modality(name: string, names: string[]) {
    const made: Record<string, string> = {};
    for (const each of names) {
      const { dataset } = await t.dataset({ name: each });
      await update(dataset.id, { modalityName: name });
      made[each] = dataset.id;
    }
    return made;
  }
  const order = async (name: string) =>
    (
      await t.call<Ordered[]>('GET', `/api/v1/admin/datasetOrder?modalityName=${encodeURIComponent(name)}`, {
        token,
      })
    ).map((row) => row.name);
  async function shown(name: string) {
    // Lets the cached catalogue expire.
    t.clock.now += 60_000;
    const all = await t.call<Dataset[]>('GET', '/api/v1/datasets');
    return all.filter((row) => row.modalityName === name).map((row) => row.name);
  }

  test('a dataset moves within its modality; visitors see the same order', async () => {
    const { a, b, c, d } = await modality('Order A', ['d', 'b', 'a', 'c']);
    expect(await order('Order A'), 'at first by name').toEqual(['a', 'b', 'c', 'd']);
    expect(await place('dataset', d, null)).toMatchObject({ code: 200 });
    expect(await place('dataset', a, c)).toMatchObject({ code: 200 });
    expect(await order('Order A')).toEqual(['d', 'b', 'c', 'a']);
    expect(await shown('Order A')).toEqual(['d', 'b', 'c', 'a']);
    await place('dataset', b, b === undefined ? null : d);
    expect(await order('Order A'), 'where it is already').toEqual(['d', 'b', 'c', 'a']);
  });

  test('what is not there is 404, what lies elsewhere 409 that says so, nonsense 400', async () => {
    const { e } = await modality('Order B', ['e']);
    const { f, g } = await modality('Order C', ['f', 'g']);
    expect((await place('dataset', 'nothing', null)).code).toBe(404);
    const refused = await place('dataset', f, e);
    expect(refused).toMatchObject({ code: 409, errors: [{ path: 'after' }] });
    expect((await place('dataset', f, f)).code, 'after itself').toBe(409);
    expect((await place('dataset', f, undefined)).code).toBe(400);
    await t.call('DELETE', `/api/v1/admin/dataset/${g}`, { token });
    expect((await place('dataset', g, null)).code, 'in the trash').toBe(404);
    expect(await order('Order C')).toEqual(['f']);
    expect(await order('Nobody has this')).toEqual([]);
    expect((await t.ask('GET', '/api/v1/admin/datasetOrder', { token })).code).toBe(400);
  });

  test('of many moves at once none is lost halfway: each dataset has one place', async () => {
    const names = ['h', 'i', 'j', 'k', 'l', 'm'];
    const made = await modality('Order D', names);
    const answers = await Promise.all(names.map((name) => place('dataset', made[name], null)));
    expect(answers.map(({ code }) => code)).toEqual(names.map(() => 200));
    expect([...(await order('Order D'))].sort()).toEqual(names);
    const rows = await sql<{ sort: number }>(
      t,
      "select sort from datasets where modality_name = 'Order D' order by sort",
    );
    expect(rows.map(({ sort }) => Number(sort))).toEqual([10, 20, 30, 40, 50, 60]);
  });

  test('subsets: the Data list follows, and no link, ETag or whole changes', async () => {
    const { dataset, subsetList } = await t.dataset({
      name: 'Order of files',
      files: { 'a.txt': 'a', 'b.txt': 'bb', 'c.txt': 'ccc' },
    });
    const reader = (await t.user('order@example.org')).token;
    const before = await t.open(dataset.id, reader);
    const [a, , c] = subsetList;
    expect((await place('subset', c?.id, null)).code).toBe(200);
    expect((await place('subset', a?.id, c?.id)).code).toBe(200);
    const after = await t.open(dataset.id, reader);
    expect(after.subsetList.map(({ path }) => path.split('/').at(-1))).toEqual(['c.txt', 'a.txt', 'b.txt']);
    expect(after.dataset.downloadUrl, 'the same revision of the whole').toBe(before.dataset.downloadUrl);
    expect(new Set(after.subsetList.map(({ downloadUrl }) => downloadUrl))).toEqual(
      new Set(before.subsetList.map(({ downloadUrl }) => downloadUrl)),
    );
    const other = await t.dataset({ name: 'Other files', files: { 'x.txt': 'x' } });
    expect((await place('subset', a?.id, other.subsetList[0]?.id)).code).toBe(409);
    expect((await place('subset', 'nothing', null)).code).toBe(404);
  });

  test('thousands of subsets: numbered anew at once', async () => {
    const { dataset } = await t.dataset({ name: 'Many files', files: {} });
    const count = 2_500;
    for (let from = 0; from < count; from += 500) {
      const rows = Array.from({ length: 500 }, (_, i) => {
        const n = String(from + i).padStart(5, '0');
        return `('many${n}', '${dataset.id}', 'many-files/${n}', '', '', 0, 0)`;
      });
      await sql(
        t,
        `insert into subsets (id, dataset_id, path, description, content_type, sort, created_at) values ${rows}`,
      );
    }
    expect((await place('subset', 'many02499', null)).code).toBe(200);
    const rows = await sql<{ id: string; sort: number }>(
      t,
      `select id, sort from subsets where dataset_id = '${dataset.id}' order by sort`,
    );
    expect(rows.map(({ sort }) => Number(sort))).toEqual(
      Array.from({ length: count }, (_, i) => 10 * (i + 1)),
    );
    expect([rows[0]?.id, rows[1]?.id, rows.at(-1)?.id]).toEqual(['many02499', 'many00000', 'many02498']);
  });
});
