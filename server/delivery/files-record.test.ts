import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileUrl } from '../../contract/file-url.ts';
import type { DownloadRecord } from '../../contract/statistics.ts';
import { DAY } from '../shared/time.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { onEitherDatabase } from '../testing/databases.ts';
import { form } from '../testing/forms.ts';
import { sql } from '../testing/look-inside.ts';

const BYTES = new Uint8Array(300_000).map((_, i) => (i * 7) % 256);
const FILES = { 'a.bin': BYTES, 'b.txt': 'bb', 'empty.txt': '', 'sub.txt': 'sub' };
const TOTAL = 300_005;

onEitherDatabase('releases "Record": files fetched one by one', (database) => {
  let t: TestApp;
  let number = 0;
  beforeAll(async () => {
    t = await buildTestApp({ database });
    await t.user('reader@example.org');
  });
  afterAll(() => t.close());

  async function fresh(files: Parameters<TestApp['dataset']>[0] = { files: FILES }) {
    const { dataset } = await t.dataset({ name: `Files ${++number}`, ...files });
    const { id, path } = dataset;
    const token = await t.login('reader@example.org');
    return {
      id,
      path,
      get: (name: string, range?: string, as = token) =>
        t.inject('GET', fileUrl(id, name), {
          token: as,
          headers: { 'user-agent': 'a script', ...(range ? { range: `bytes=${range}` } : {}) },
        }),
      async records(): Promise<DownloadRecord[]> {
        await t.app.settle();
        return (
          await t.call<{ list: DownloadRecord[] }>('GET', `/api/v1/admin/records?datasetId=${id}&order=asc`, {
            token: await t.adminToken(),
          })
        ).list;
      },
      async count(): Promise<number> {
        // Decisions §5: it shows within 10 s.
        t.clock.now += 10_000;
        return (await t.open(id)).dataset.count;
      },
    };
  }

  test('one record of the whole, beside that of the ZIP; complete when every file was sent whole', async () => {
    const d = await fresh();
    const started = new Date(t.clock.now).toISOString();
    await d.get('b.txt');
    await d.get('a.bin');
    await d.get('sub.txt');
    expect(await d.records()).toMatchObject([{ bytesSent: TOTAL, complete: false, finishedAt: null }]);
    await d.get('b.txt');
    t.clock.now += 60_000;
    await d.get('empty.txt');
    expect(await d.records()).toEqual([
      {
        id: expect.any(String),
        userId: expect.any(String),
        userName: 'Ada Lovelace',
        email: 'reader@example.org',
        datasetId: d.id,
        datasetName: `Files ${number}`,
        version: '1.0',
        subsetPath: d.path,
        bytesSent: TOTAL + 2,
        totalBytes: TOTAL,
        complete: true,
        startedAt: started,
        finishedAt: new Date(t.clock.now).toISOString(),
        ip: '127.0.0.1',
        userAgent: 'a script',
        via: 'session',
      },
    ]);
    expect(await d.count()).toBe(1);
    const token = await t.login('reader@example.org');
    const { body } = await t.inject('GET', (await t.open(d.id, token)).dataset.downloadUrl ?? '');
    expect(body.length).toBeGreaterThan(0);
    expect(await d.records()).toHaveLength(2);
    expect(await d.count()).toBe(2);
  });

  test('parts of a file count in bytes; it is whole once they cover it, in any order and whenever they came', async () => {
    const d = await fresh();
    for (const name of ['b.txt', 'empty.txt', 'sub.txt']) await d.get(name);
    await d.get('a.bin', '200000-');
    expect(await d.records()).toMatchObject([{ bytesSent: 100_005, complete: false }]);
    // Out of memory by now: the row alone knows.
    await d.get('a.bin', '0-99999');
    expect(await d.records()).toMatchObject([{ bytesSent: 200_005, complete: false }]);
    await d.get('a.bin', '99999-199998');
    expect(await d.records()).toMatchObject([{ complete: false }]);
    await d.get('a.bin', '199999-199999');
    expect(await d.records()).toMatchObject([{ complete: true, bytesSent: 300_006 }]);
    const [row] = await sql<{ files: string; ranges: string; object_id: string }>(
      t,
      `select files, ranges, object_id from records where dataset_id = '${d.id}'`,
    );
    expect(row).toEqual({
      files: Buffer.from([0b1111]).toString('base64'),
      ranges: '[]',
      object_id: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  test('HEAD counts nothing; a hundred at once make one record and one count; another user has one of their own', async () => {
    const files = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`${i}.txt`, `file ${i}`]));
    const d = await fresh({ files });
    const token = await t.login('reader@example.org');
    await t.inject('HEAD', fileUrl(d.id, '0.txt'), { token });
    expect(await d.records()).toEqual([]);
    const names = Object.keys(files);
    for (let at = 0; at < names.length; at += 25)
      await Promise.all(names.slice(at, at + 25).map((name) => d.get(name)));
    expect(await d.records()).toMatchObject([{ complete: true }]);
    expect(await d.count()).toBe(1);
    const other = (await t.user(`other${number}@example.org`)).token;
    await d.get('5.txt', undefined, other);
    expect(await d.records()).toMatchObject([{ complete: true }, { complete: false, bytesSent: 6 }]);
    expect(await d.count()).toBe(2);
    const own = await t.call<{ list: object[] }>('GET', '/api/v1/ownDownloads', { token: other });
    expect(own.list).toMatchObject([{ datasetId: d.id, bytesSent: 6 }]);
  });

  test('again within 7 days joins it, even when complete; later, or of other files, is another', async () => {
    const d = await fresh({ files: { 'b.txt': 'bb' } });
    const again = async () => d.get('b.txt', undefined, await t.login('reader@example.org'));
    await again();
    await d.records();
    t.clock.now += 7 * DAY - 1_000;
    await again();
    expect(await d.records()).toMatchObject([{ complete: true, bytesSent: 4 }]);
    t.clock.now += 1_000;
    await again();
    expect(await d.records()).toMatchObject([{ bytesSent: 4 }, { complete: true, bytesSent: 2 }]);
    expect(await d.count()).toBe(2);
    await t.call('POST', `/api/v1/admin/addSubsets/${d.id}`, {
      token: await t.adminToken(),
      body: form({}, ['subsets', 'more', 'more.txt']),
    });
    await again();
    expect(await d.records()).toMatchObject([{}, {}, { complete: false, totalBytes: 6 }]);
    expect(await d.count()).toBe(3);
  });

  test('a new version with the same files has a record of its own', async () => {
    const d = await fresh({ files: { 'b.txt': 'bb' } });
    const token = await t.adminToken();
    const { id } = await t.call<{ id: string }>('POST', `/api/v1/admin/dataset/${d.id}/newVersion`, {
      token,
      body: { version: '2.0', note: '' },
    });
    await t.app.settle();
    await t.call('PUT', `/api/v1/admin/updateDataset/${id}`, { token, body: { status: 'published' } });
    await d.get('b.txt');
    await t.inject('GET', fileUrl(id, 'b.txt'), { token: await t.login('reader@example.org') });
    expect(await d.records()).toMatchObject([{ bytesSent: 2, complete: true }]);
    expect((await t.open(id)).dataset.count).toBe(1);
  });
});
