import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { onEitherDatabase } from '../../testing/databases.ts';
import { rowCount } from '../../testing/look-inside.ts';

const HOUR = 60 * 60_000;
const MOST = 20;

onEitherDatabase('threats, limits: the same file again and again', (database) => {
  let t: TestApp;
  let token: string;
  let urls: string[];
  beforeAll(async () => {
    t = await buildTestApp({ database, env: { RATE_LIMIT_FACTOR: '1' } });
    token = (await t.user('again@example.org')).token;
    const names = ['a.csv', 'b.csv', 'c.csv', 'd.csv'];
    const { dataset } = await t.dataset({ files: Object.fromEntries(names.map((name) => [name, name])) });
    const { subsetList } = await t.open(dataset.id, token);
    urls = subsetList.map(({ downloadUrl }) => downloadUrl ?? '');
  });
  afterAll(() => t.close());

  const get = (n: number, headers: Record<string, string> = {}) =>
    t.inject('GET', urls[n] ?? '', { headers });
  const records = () => rowCount(t, `records where email = 'again@example.org'`);

  test('after 20 within an hour: 429 with Retry-After and no record; other files go on, and so does this one', async () => {
    for (let i = 0; i < MOST; i++) {
      t.clock.now += 1_000;
      expect((await get(0)).statusCode, `download ${i + 1}`).toBe(200);
    }
    const kept = await records();
    const refused = await get(0);
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({ code: 429, msg: expect.stringContaining('many times') });
    const wait = Number(refused.headers['retry-after']);
    expect(wait).toBe(HOUR / 1000 - MOST + 1);
    expect(refused.headers['content-length']).toBe(String(refused.rawPayload.length));
    expect(await records()).toBe(kept);
    expect((await get(0, { range: 'bytes=2-3' })).statusCode, 'a later range joins').toBe(206);
    for (const n of [1, 2, 3]) expect((await get(n)).statusCode, 'each of many files once').toBe(200);
    t.clock.now += wait * 1000;
    expect((await get(0)).statusCode, 'when it said').toBe(200);
    expect((await get(0)).statusCode).toBe(429);
  });

  test('of many at once no more get through', async () => {
    t.clock.now += 2 * HOUR;
    const began = await rowCount(t, `records where subset_path like '%b.csv'`);
    for (let i = 1; i < MOST; i++) expect((await get(1)).statusCode).toBe(200);
    const codes = new Set<number>();
    for (let round = 0; round < 3; round++) {
      for (const { statusCode } of await Promise.all(Array.from({ length: 8 }, () => get(1)))) {
        codes.add(statusCode);
      }
    }
    expect([...codes].sort()).toEqual([200, 429]);
    expect(await rowCount(t, `records where subset_path like '%b.csv'`)).toBe(began + MOST);
  });
});
