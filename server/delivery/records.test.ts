import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DownloadRecord } from '../../contract/statistics.ts';
import { DAY } from '../shared/time.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { onEitherDatabase } from '../testing/databases.ts';
import { rowCount } from '../testing/look-inside.ts';
import { onTheWire } from '../testing/wire.ts';

const SIZE = 300_000;
const BYTES = new Uint8Array(SIZE).map((_, i) => (i * 7) % 256);

onEitherDatabase('decisions §5: every transfer leaves one record', (database) => {
  let t: TestApp;
  let number = 0;
  beforeAll(async () => {
    t = await buildTestApp({ database });
    await t.user('reader@example.org');
  });
  afterAll(() => t.close());

  /** A published dataset of one file, with its links and its download records. */
  async function fresh(bytes: Uint8Array<ArrayBuffer> = BYTES) {
    const made = await t.dataset({ name: `Counted ${++number}`, files: { 'a.bin': bytes } });
    const { id } = made.dataset;
    const page = await t.open(id, await t.login('reader@example.org'));
    const row = page.subsetList[0];
    const url = row?.downloadUrl ?? '';
    return {
      id,
      url,
      whole: page.dataset.downloadUrl ?? '',
      inspectionUrl: row?.inspectionUrl ?? '',
      plain: url.split('?')[0] ?? '',
      get: (range?: string, headers: Record<string, string> = {}) =>
        t.inject('GET', url, { headers: { ...headers, ...(range ? { range: `bytes=${range}` } : {}) } }),
      async records(): Promise<DownloadRecord[]> {
        await t.app.settle();
        const { list } = await t.call<{ list: DownloadRecord[] }>(
          'GET',
          `/api/v1/admin/records?datasetId=${id}&order=asc`,
          {
            token: await t.adminToken(),
          },
        );
        return list;
      },
      count: async () => (await t.open(id)).dataset.count,
    };
  }

  test('a whole download: one record with every field, count raised once', async () => {
    const d = await fresh();
    const answer = await d.get(undefined, { 'user-agent': 'a browser' });
    expect(answer.rawPayload).toHaveLength(SIZE);
    expect(await d.records()).toEqual([
      {
        id: expect.any(String),
        userId: expect.any(String),
        userName: 'Ada Lovelace',
        email: 'reader@example.org',
        datasetId: d.id,
        datasetName: `Counted ${number}`,
        version: '1.0',
        subsetPath: `counted-${number}/counted-${number}-1.0/a.bin`,
        bytesSent: SIZE,
        totalBytes: SIZE,
        complete: true,
        startedAt: new Date(t.clock.now).toISOString(),
        finishedAt: new Date(t.clock.now).toISOString(),
        ip: '127.0.0.1',
        userAgent: 'a browser',
        via: 'ticket',
      },
    ]);
    expect(await d.count()).toBe(1);
  });

  test('many parallel ranges of one object make one complete record and one count', async () => {
    const d = await fresh();
    const parts = 24;
    const step = SIZE / parts;
    await Promise.all(Array.from({ length: parts }, (_, i) => d.get(`${i * step}-${(i + 1) * step - 1}`)));
    expect(await d.records()).toMatchObject([{ bytesSent: SIZE, complete: true }]);
    expect(await d.count()).toBe(1);
  });

  test('parts, in any order and twice: bytes add up, complete once the union covers it', async () => {
    const d = await fresh();
    await d.get('200000-');
    await d.get('0-99999');
    await d.get('0-99999');
    expect(await d.records()).toMatchObject([{ bytesSent: 300_000, complete: false, finishedAt: null }]);
    t.clock.now += 5_000;
    await d.get('100000-199998');
    expect(await d.records()).toMatchObject([{ complete: false }]);
    await d.get('199999-199999');
    expect(await d.records()).toMatchObject([
      { bytesSent: 400_000, complete: true, finishedAt: new Date(t.clock.now).toISOString() },
    ]);
    expect(await d.count()).toBe(1);
  });

  test('by whatever credential, a user’s record is one', async () => {
    const d = await fresh();
    await d.get('0-9');
    const token = await t.login('reader@example.org');
    await t.inject('GET', d.plain, { token, headers: { range: 'bytes=10-' } });
    expect(await d.records()).toMatchObject([{ complete: true, via: 'ticket' }]);
  });

  test('after completion: from byte 0 opens a new one, a later range does not', async () => {
    const d = await fresh();
    await d.get();
    await d.get('5-9');
    expect(await d.records()).toMatchObject([{ bytesSent: SIZE + 5, complete: true }]);
    t.clock.now += 1_000;
    await d.get('0-');
    await d.get('5-9');
    expect(await d.records()).toMatchObject([
      { bytesSent: SIZE + 5, complete: true },
      { bytesSent: SIZE + 5, complete: true },
    ]);
    expect(await d.count()).toBe(2);
  });

  test('after completion: a first piece that a cut lost is no other download, one much later is', async () => {
    const d = await fresh();
    await d.get();
    t.clock.now += 9 * 60_000;
    await d.get('0-4');
    expect(await d.records()).toMatchObject([{ bytesSent: SIZE + 5, complete: true }]);
    t.clock.now += 2 * 60_000;
    await d.get('0-4');
    expect(await d.records()).toMatchObject([
      { bytesSent: SIZE + 5, complete: true },
      { bytesSent: 5, complete: false },
    ]);
    expect(await d.count()).toBe(2);
  });

  test('HEAD, integrity files, 304, 412 and 416 are no downloads', async () => {
    const d = await fresh();
    const { etag } = (await t.inject('HEAD', d.url)).headers;
    await t.inject('GET', d.inspectionUrl);
    await d.get(undefined, { 'if-none-match': String(etag) });
    await d.get(undefined, { 'if-match': '"other"' });
    await d.get('999999-');
    expect(await d.records()).toEqual([]);
    expect(await d.count()).toBe(0);
  });

  test('the whole and a subset, and two users, are records of their own', async () => {
    const d = await fresh();
    await d.get();
    await t.inject('GET', d.whole);
    const other = await t.user(`other${number}@example.org`);
    await t.inject('GET', d.plain, { token: other.token });
    expect((await d.records()).map(({ subsetPath, email }) => [subsetPath.split('/').at(-1), email])).toEqual(
      expect.arrayContaining([
        ['a.bin', 'reader@example.org'],
        [`counted-${number}-1.0.zip`, 'reader@example.org'],
        ['a.bin', `other${number}@example.org`],
      ]),
    );
    expect(await d.count()).toBe(3);
  });

  test('an empty file is complete at once', async () => {
    const d = await fresh(new Uint8Array());
    await d.get();
    expect(await d.records()).toMatchObject([{ bytesSent: 0, totalBytes: 0, complete: true }]);
  });

  test('a client that goes away: not complete, some bytes; it resumes into the same record', async () => {
    const big = new Uint8Array(24_000_000).fill(7);
    const d = await fresh(big);
    const wire = await onTheWire(t);
    const answer = await wire.open(d.url);
    for await (const _ of answer) break;
    answer.destroy();
    // The server notices at its next write.
    await expect
      .poll(async () => (await d.records())[0]?.bytesSent ?? 0, { timeout: 10_000 })
      .toBeGreaterThan(0);
    expect(await d.records()).toMatchObject([{ complete: false, finishedAt: null }]);
    expect((await d.records())[0]?.bytesSent).toBeLessThan(big.length);
    const etag = String(answer.headers.etag);
    const rest = await wire.send(d.url, { headers: { range: 'bytes=1000-', 'if-range': etag } });
    expect(rest.status).toBe(206);
    expect(await d.records()).toMatchObject([{ complete: true }]);
    expect(await d.count()).toBe(1);
  });

  test('ranges join for 7 days after the start, then a new record begins', async () => {
    const d = await fresh();
    const later = async (range: string) =>
      t.inject('GET', d.plain, {
        token: await t.login('reader@example.org'),
        headers: { range: `bytes=${range}` },
      });
    await later('0-9');
    t.clock.now += 7 * DAY - 1;
    await later('10-19');
    expect(await d.records()).toMatchObject([{ bytesSent: 20 }]);
    t.clock.now += 1;
    await later('20-29');
    expect(await d.records()).toMatchObject([{ bytesSent: 20 }, { bytesSent: 10 }]);
    expect(await d.count()).toBe(2);
  });

  test('rows and counts go together', async () => {
    const [{ list }, rows] = [
      await t.call<{ list: { count: number }[] }>('GET', '/api/v1/admin/datasetList?pageSize=200', {
        token: await t.adminToken(),
      }),
      await rowCount(t, 'records'),
    ];
    expect(list.reduce((sum, { count }) => sum + count, 0)).toBe(rows);
  });
});
