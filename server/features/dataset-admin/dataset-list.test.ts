import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AdminDataset, ListedDataset } from '../../../contract/dataset-admin.ts';
import type { Page } from '../../../contract/lists.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { onEitherDatabase } from '../../testing/databases.ts';
import { form, newDataset } from '../../testing/forms.ts';

onEitherDatabase('§7 datasetList, decisions §1', (database) => {
  let t: TestApp;
  let token: string;
  beforeAll(async () => {
    t = await buildTestApp({ database });
    token = await t.adminToken();
    await made(newDataset('Other'), ['subsets', 'x'.repeat(500), 'a.txt']);
    await made(newDataset('Another'), ['subsets', 'x', 'a.txt']);
  });
  afterAll(() => t.close());

  const made = async (...args: Parameters<typeof form>) =>
    t.call<AdminDataset>('POST', '/api/v1/admin/addDataset', { token, body: form(...args) });
  const list = (query = '') =>
    t.call<Page<AdminDataset>>('GET', `/api/v1/admin/datasetList?pageSize=200${query}`, { token });

  test('datasetList: filters, sort, pages; what is unknown is 400', async () => {
    await t.call('DELETE', `/api/v1/admin/dataset/${(await made(newDataset('List gone'))).id}`, { token });
    for (const [name, modalityName] of [
      ['List ÉCOLE', 'CT'],
      ['List b', 'EEG'],
      ['List a', 'EEG'],
    ] as const) {
      t.clock.now += 1_000;
      await made(newDataset(name, { modalityName, keywords: 'listed, 100%' }));
    }
    const names = async (query: string) => (await list(query)).list.map((row) => row.name);
    expect(await names('&keyword=list')).toEqual(['List a', 'List b', 'List ÉCOLE']);
    expect(await names('&keyword=list&sort=name')).toEqual(['List a', 'List b', 'List ÉCOLE']);
    expect(await names('&keyword=list&sort=name&order=desc')).toEqual(['List ÉCOLE', 'List b', 'List a']);
    expect(await names(`&keyword=${encodeURIComponent('École')}`), 'whatever its case').toEqual([
      'List ÉCOLE',
    ]);
    expect(await names('&keyword=100%25')).toHaveLength(3);
    expect(await names('&keyword=1_0')).toEqual([]);
    expect(await names('&keyword=list&modalityName=EEG&status=draft')).toEqual(['List a', 'List b']);
    expect(await names('&keyword=list&status=published')).toEqual([]);
    const page = await t.call<Page<AdminDataset>>(
      'GET',
      '/api/v1/admin/datasetList?keyword=list&pageIndex=2&pageSize=2',
      { token },
    );
    expect(page).toMatchObject({ count: 3, pageIndex: 2, pageSize: 2, list: [{ name: 'List ÉCOLE' }] });
    for (const sort of ['createdAt', 'name', 'modalityName', 'count', 'size', 'status', 'sort'])
      expect((await list(`&sort=${sort}`)).count, sort).toBeGreaterThan(3);
    const sizes = (await list('&sort=size&order=asc')).list.map((row) => row.size);
    expect(sizes, 'those with nothing in them first').toEqual([...sizes].sort((a, b) => a - b));
    for (const bad of [
      'sort=path',
      'sort=datasets.id',
      'order=up',
      'status=gone',
      'q=x',
      'pageSize=201',
      'pageSize=0',
      'pageIndex=0',
      'pageIndex=x',
    ])
      expect((await t.ask('GET', `/api/v1/admin/datasetList?${bad}`, { token })).code, bad).toBe(400);
  });

  test('releases "Versions and releases": each row says how many versions its dataset has, those in the trash left out', async () => {
    const { id } = await made(newDataset('Counted'), ['subsets', 'x', 'a.txt']);
    const next = async (version: string) =>
      (
        await t.call<{ id: string }>('POST', `/api/v1/admin/dataset/${id}/newVersion`, {
          token,
          body: { version },
        })
      ).id;
    await next('2.0');
    await t.call('DELETE', `/api/v1/admin/dataset/${await next('3.0')}`, { token });
    const rows = (await list('&keyword=counted')).list as ListedDataset[];
    expect(rows.map(({ versions }) => versions)).toEqual([2, 2]);
    const [other] = (await list('&keyword=another')).list as ListedDataset[];
    expect(other?.versions).toBe(1);
  });
});
