import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Dataset } from '../../../contract/catalogue.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { onEitherDatabase } from '../../testing/databases.ts';
import { sql } from '../../testing/look-inside.ts';

onEitherDatabase('issue 5, caching: the catalogue is right after every change at once', (database) => {
  let t: TestApp;
  let token: string;
  let id: string;
  beforeAll(async () => {
    t = await buildTestApp({ database });
    token = await t.adminToken();
    ({
      dataset: { id },
    } = await t.dataset({ name: 'Kept', files: { 'a.txt': 'a' } }));
  });
  afterAll(() => t.close());

  const names = async () => (await t.call<Dataset[]>('GET', '/api/v1/datasets')).map(({ name }) => name);
  const opened = () => t.ask('GET', `/api/v1/dataset/${id}`) as Promise<{ code: number; data?: unknown }>;
  const update = (body: object) => t.call('PUT', `/api/v1/admin/updateDataset/${id}`, { token, body });
  const etag = async (url: string) => String((await t.inject('GET', url)).headers.etag);

  test('while nothing changes it is not asked of the database again', async () => {
    await t.ask('GET', '/api/v1/datasets');
    await opened();
    await sql(t, `update datasets set detail = 'behind its back' where id = '${id}'`);
    expect(JSON.stringify(await opened())).not.toContain('behind its back');
    expect((await t.call<Dataset[]>('GET', '/api/v1/datasets'))[0]?.detail).not.toBe('behind its back');
    t.clock.now += 4_000;
    expect(JSON.stringify(await opened())).toContain('behind its back');
    expect((await t.call<Dataset[]>('GET', '/api/v1/datasets'))[0]?.detail).toBe('behind its back');
  });

  test('text, status, files, names and the trash: the next answer has it, without the clock moving', async () => {
    const changes: [string, () => Promise<unknown>, () => Promise<unknown>, unknown][] = [
      [
        'detail',
        () => update({ detail: 'New words' }),
        async () => (await t.open(id)).dataset.detail,
        'New words',
      ],
      ['withdrawn', () => update({ status: 'withdrawn' }), names, []],
      ['withdrawn page', async () => {}, async () => (await t.open(id)).dataset.status, 'withdrawn'],
      ['published again', () => update({ status: 'published' }), names, ['Kept']],
      [
        'a subset more',
        () => {
          const body = new FormData();
          body.append('subsets', new Blob(['b']), 'b.txt');
          return t.call('POST', `/api/v1/admin/addSubsets/${id}`, { token, body });
        },
        async () => (await t.open(id)).subsetList.length,
        2,
      ],
      [
        'a subset less',
        async () =>
          t.call('DELETE', `/api/v1/admin/subset/${(await t.open(id)).subsetList[1]?.id}`, { token }),
        async () => (await t.open(id)).subsetList.length,
        1,
      ],
      [
        'the setting',
        () => t.call('POST', '/api/v1/setting', { token, body: { name: 'Another name' } }),
        async () => (await t.call<{ name: string }>('GET', '/api/v1/setting')).name,
        'Another name',
      ],
      [
        'a new one',
        () => t.dataset({ name: 'Younger' }),
        async () => (await names()).sort(),
        ['Kept', 'Younger'],
      ],
      ['trashed', () => t.call('DELETE', `/api/v1/admin/dataset/${id}`, { token }), names, ['Younger']],
      ['trashed page', async () => {}, async () => (await opened()).code, 404],
    ];
    for (const [name, change, see, expected] of changes) {
      await see();
      await change();
      expect(await see(), name).toEqual(expected);
    }
  });

  test('decisions §5: a download counts within 10 s in cached answers', async () => {
    const { dataset } = await t.dataset({ name: 'Counted', files: { 'a.txt': 'abc' } });
    const { token: reader } = await t.user('counts@example.org');
    const url = (await t.open(dataset.id, reader)).subsetList[0]?.downloadUrl ?? '';
    await t.open(dataset.id);
    await names();
    await t.inject('GET', url);
    t.clock.now += 9_999;
    expect((await t.open(dataset.id)).dataset.count).toBe(1);
    const list = await t.call<Dataset[]>('GET', '/api/v1/datasets');
    expect(list.find((row) => row.id === dataset.id)?.count).toBe(1);
  });

  test('RFC 9110: every encoding is the same answer under one weak ETag; a change makes another', async () => {
    const { dataset } = await t.dataset({ name: 'Tagged' });
    for (const url of ['/api/v1/datasets', `/api/v1/dataset/${dataset.id}`]) {
      const plain = await t.inject('GET', url);
      expect(plain.headers.etag).toMatch(/^W\/"/);
      expect(plain.headers.vary).toBe('Accept-Encoding');
      for (const encoding of ['br', 'gzip']) {
        const packed = await t.inject('GET', url, { headers: { 'accept-encoding': encoding } });
        expect(packed.headers).toMatchObject({ 'content-encoding': encoding, etag: plain.headers.etag });
        expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length);
      }
      const before = await etag(url);
      await t.call('PUT', `/api/v1/admin/updateDataset/${dataset.id}`, {
        token,
        body: { detail: `by ${url}` },
      });
      expect(await etag(url)).not.toBe(before);
      const asked = await t.inject('GET', url, { headers: { 'if-none-match': before } });
      expect(asked.statusCode).toBe(200);
    }
  });
});
