import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from '../../../contract/lists.ts';
import type { TrashEntry } from '../../../contract/trash.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { onEitherDatabase } from '../../testing/databases.ts';

onEitherDatabase('decisions §4: the trash', (database) => {
  let t: TestApp;
  let token: string;
  let reader: string;
  beforeAll(async () => {
    t = await buildTestApp({ database });
    reader = (await t.user('reader@example.org')).token;
    token = await t.adminToken();
  });
  afterAll(() => t.close());

  const list = (query = '') => t.call<Page<TrashEntry>>('GET', `/api/v1/admin/trash?${query}`, { token });
  const trash = (kind: 'dataset' | 'subset', id: string) =>
    t.call('DELETE', `/api/v1/admin/${kind}/${id}`, { token });
  const restore = (id: string) => t.ask('POST', `/api/v1/admin/trash/${id}/restore`, { token });
  const show = (id: string) =>
    t.call<Awaited<ReturnType<TestApp['dataset']>>>('GET', `/api/v1/admin/dataset/${id}`, { token });
  const update = (id: string, body: object) =>
    t.call('PUT', `/api/v1/admin/updateDataset/${id}`, { token, body });

  test('list: newest first, with what was there and when it goes; kinds, keyword, pages', async () => {
    const { dataset } = await t.dataset({ name: 'Old scans', files: { 'a.txt': 'abc' } });
    const other = await t.dataset({ name: 'Kept', files: { 'b.txt': 'b', 'c.txt': 'ccc' } });
    const subset = other.subsetList[1];
    const trashedAt = new Date(t.clock.now).toISOString();
    await trash('dataset', dataset.id);
    t.clock.now += 1_000;
    await trash('subset', subset?.id ?? '');
    const { list: entries, count } = await list();
    expect(count).toBe(2);
    expect(entries).toEqual([
      {
        id: subset?.id,
        kind: 'subset',
        name: 'Kept',
        version: '1.0',
        path: 'kept/kept-1.0/c.txt',
        size: 3,
        fileCount: 1,
        trashedAt: new Date(t.clock.now).toISOString(),
        purgedFrom: new Date(t.clock.now + 30 * 86_400_000).toISOString(),
      },
      {
        id: dataset.id,
        kind: 'dataset',
        name: 'Old scans',
        version: '1.0',
        path: dataset.path,
        size: dataset.size,
        fileCount: 1,
        trashedAt,
        purgedFrom: new Date(Date.parse(trashedAt) + 30 * 86_400_000).toISOString(),
      },
    ]);
    const names = async (query: string) => (await list(query)).list.map(({ path }) => path);
    expect(await names('kind=dataset')).toEqual(['old-scans/old-scans-1.0.zip']);
    expect(await names('kind=subset')).toEqual(['kept/kept-1.0/c.txt']);
    expect(await names('keyword=OLD')).toEqual(['old-scans/old-scans-1.0.zip']);
    expect(await names('keyword=c.txt')).toEqual(['kept/kept-1.0/c.txt']);
    expect(await names('sort=trashedAt&order=asc&pageSize=1')).toEqual(['old-scans/old-scans-1.0.zip']);
    expect(await list('pageSize=1&pageIndex=2')).toMatchObject({ list: [{ kind: 'dataset' }], count: 2 });
    expect((await t.ask('GET', '/api/v1/admin/trash?sort=name', { token })).code).toBe(400);
  });

  test('a dataset: its downloads are 404 at once; restored, the same links give the same bytes', async () => {
    const { dataset, subsetList } = await t.dataset({
      name: 'Back',
      files: { 'a.txt': 'first', 'b.txt': 'second', 'c.txt': 'third' },
    });
    await trash('subset', subsetList[2]?.id ?? '');
    const shown = await t.open(dataset.id, reader);
    const links = [shown.dataset, ...shown.subsetList].flatMap((row) => [row.downloadUrl, row.inspectionUrl]);
    expect(links).toHaveLength(6);
    const fetched = async () => {
      await t.app.settle();
      return Promise.all(
        links.map(async (url) => {
          const { statusCode, headers, rawPayload } = await t.inject('GET', url ?? '');
          return { statusCode, etag: headers.etag, bytes: rawPayload.toString('base64') };
        }),
      );
    };
    // A request for the archive's hash queues its job.
    await fetched();
    const before = await fetched();
    expect(before.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(200));
    const { dataset: described, subsetList: listed } = await show(dataset.id);

    await trash('dataset', dataset.id);
    expect((await fetched()).map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(404));
    expect((await restore(dataset.id)).code).toBe(200);
    expect(await fetched()).toEqual(before);
    const after = await show(dataset.id);
    expect(after.subsetList, 'but for what was in the trash on its own').toEqual(listed);
    expect(after.dataset).toEqual({ ...described, count: after.dataset.count });
    expect((await restore(dataset.id)).code, 'it is there no more').toBe(404);
    expect((await restore('nothing')).code).toBe(404);
  });

  test('a name or path that is taken by now: 409 that says which', async () => {
    const first = await t.dataset({ name: 'Taken', files: { 'a.txt': 'a' } });
    await trash('dataset', first.dataset.id);
    // A draft: a published version keeps its number.
    const second = await t.dataset({ name: 'Taken', files: { 'a.txt': 'other' }, status: 'draft' });
    const refused = await restore(first.dataset.id);
    expect(refused).toMatchObject({ code: 409, errors: [{ path: 'version' }] });
    expect(refused.msg).toContain('"Taken", version 1.0');

    await update(second.dataset.id, { version: '2.0' });
    expect((await restore(first.dataset.id)).msg).toContain('"taken/taken-1.0.zip"');
    await update(second.dataset.id, { path: 'elsewhere.zip' });
    expect((await restore(first.dataset.id)).msg).toContain('"taken/taken-1.0/a.txt"');
    await trash('subset', second.subsetList[0]?.id ?? '');
    expect((await restore(first.dataset.id)).code).toBe(200);
    // The other dataset's subset finds its path in use.
    const late = await restore(second.subsetList[0]?.id ?? '');
    expect(late).toMatchObject({ code: 409, errors: [{ path: 'path' }] });
    expect(late.msg).toContain('"taken/taken-1.0/a.txt"');
  });

  test('a subset comes back into its dataset’s whole; while that is in the trash: 409', async () => {
    const { dataset, subsetList } = await t.dataset({
      name: 'Parts',
      files: { 'a.txt': 'a', 'b.txt': 'bb' },
    });
    const [, b] = subsetList;
    const id = b?.id ?? '';
    await trash('subset', id);
    expect((await show(dataset.id)).dataset).toMatchObject({ fileCount: 1 });
    await trash('dataset', dataset.id);
    const refused = await restore(id);
    expect(refused.code).toBe(409);
    expect(refused.msg).toContain('Restore the dataset first');
    expect((await restore(dataset.id)).code).toBe(200);
    expect((await show(dataset.id)).subsetList.map((row) => row.path)).toEqual(['parts/parts-1.0/a.txt']);
    expect((await restore(id)).code).toBe(200);
    const after = await show(dataset.id);
    expect(after.subsetList.map((row) => row.path)).toEqual([
      'parts/parts-1.0/a.txt',
      'parts/parts-1.0/b.txt',
    ]);
    expect(after.dataset).toMatchObject({ fileCount: 2, size: dataset.size });
    expect((await restore(id)).code).toBe(404);
  });

  test('of many restorations at once one succeeds; beside a purge, either it is back whole or it is gone', async () => {
    const { dataset } = await t.dataset({ name: 'Race', files: { 'a.txt': 'a' } });
    await trash('dataset', dataset.id);
    const codes = (await Promise.all(Array.from({ length: 10 }, () => restore(dataset.id)))).map(
      ({ code }) => code,
    );
    expect(codes.sort()).toEqual([200, ...Array(9).fill(404)]);

    for (let n = 0; n < 5; n++) {
      const one = await t.dataset({ name: `Race ${n}`, files: { 'a.txt': 'still whole' } });
      const { subsetList } = await t.open(one.dataset.id, reader);
      await trash('dataset', one.dataset.id);
      const calls = [
        () => restore(one.dataset.id),
        () => t.ask('DELETE', `/api/v1/admin/trash/${one.dataset.id}`, { token }),
      ];
      const [a, b] = await Promise.all((n % 2 === 0 ? calls : calls.reverse()).map((call) => call()));
      expect([a?.code, b?.code].sort()).toEqual([200, 404]);
      await t.app.settle();
      const restored = (n % 2 === 0 ? a : b)?.code === 200;
      const answer = await t.inject('GET', subsetList[0]?.downloadUrl ?? '');
      expect([answer.statusCode, restored ? answer.body : '']).toEqual(
        restored ? [200, 'still whole'] : [404, ''],
      );
    }
  });
});
