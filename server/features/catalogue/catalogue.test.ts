import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { onEitherDatabase } from '../../testing/databases.ts';

onEitherDatabase('§7 datasets and dataset/{id}', (database) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await buildTestApp({ database });
  });
  afterAll(() => t.close());

  test('lists published datasets only, with every field of decisions §4 and no links', async () => {
    await t.dataset({ name: 'Draft', status: 'draft' });
    await t.dataset({ name: 'Gone', status: 'withdrawn' });
    const { dataset } = await t.dataset({ name: 'Out', fields: { detail: '<img onerror=x>' } });
    const list = await t.call<Record<string, unknown>[]>('GET', '/api/v1/datasets');
    expect(list.map((row) => row.name)).toEqual(['Out']);
    expect(list[0]).toMatchObject({
      id: dataset.id,
      modalityName: 'MRI',
      count: 0,
      detail: '<img onerror=x>',
    });
    expect(list[0]).not.toHaveProperty('downloadUrl');
  });

  test('drafts are 404, withdrawn ones are shown without links', async () => {
    const draft = await t.dataset({ name: 'Draft 2', status: 'draft' });
    expect((await t.ask('GET', `/api/v1/dataset/${draft.dataset.id}`)).code).toBe(404);
    const gone = await t.dataset({ name: 'Gone 2', status: 'withdrawn' });
    const { token } = await t.user('links@example.org');
    const page = await t.open(gone.dataset.id, token);
    expect(page.dataset.status).toBe('withdrawn');
    expect(page.dataset.downloadUrl).toBeUndefined();
    expect(page.subsetList[0]?.downloadUrl).toBeUndefined();
  });

  test('only an approved user gets links, on the dataset and on every subset', async () => {
    const { dataset } = await t.dataset({ name: 'Linked', files: { 'a.txt': 'a', 'b.txt': 'b' } });
    for (const status of ['pending', 'rejected', 'needs_info', 'suspended'] as const) {
      const { token } = await t.user(`${status}@example.org`, status);
      expect((await t.open(dataset.id, token)).dataset.downloadUrl, status).toBeUndefined();
    }
    const { token } = await t.user('approved@example.org');
    const page = await t.open(dataset.id, token);
    const again = await t.open(dataset.id, token);
    expect(page.dataset.downloadUrl).toMatch(
      /^\/api\/v1\/download\/.+\/linked\/linked-1\.0\.zip\?token=.+\..+&rev=.+$/,
    );
    expect(page.subsetList.map((row) => row.inspectionUrl)).toEqual([
      expect.stringContaining('/api/v1/downloadInspection/linked/linked-1.0/a.txt?token='),
      expect.stringContaining('/api/v1/downloadInspection/linked/linked-1.0/b.txt?token='),
    ]);
    expect(again, 'the ticket is given again').toEqual(page);
    expect((await t.open(dataset.id)).dataset.downloadUrl, 'a visitor').toBeUndefined();
    expect(
      (await t.open(dataset.id, await t.adminToken())).dataset.downloadUrl,
      'an administrator',
    ).toBeUndefined();
  });

  test('decisions §1: no-cache with an ETag for visitors, 304 when unchanged, no-store for users', async () => {
    const { dataset } = await t.dataset({ name: 'Cached' });
    for (const url of ['/api/v1/datasets', `/api/v1/dataset/${dataset.id}`, '/api/v1/setting']) {
      const first = await t.inject('GET', url);
      expect(first.headers['cache-control']).toBe('no-cache');
      const second = await t.inject('GET', url, { headers: { 'if-none-match': String(first.headers.etag) } });
      expect(second.statusCode, url).toBe(304);
      expect(second.body).toBe('');
    }
    const { token } = await t.user('cache@example.org');
    const own = await t.inject('GET', `/api/v1/dataset/${dataset.id}`, { token });
    expect(own.headers['cache-control']).toBe('no-store');
  });

  test('takes no query, and says so', async () => {
    const answer = await t.ask('GET', '/api/v1/datasets?pageIndex=1');
    expect(answer).toMatchObject({ code: 400, errors: [{ path: 'pageIndex' }] });
  });
});
