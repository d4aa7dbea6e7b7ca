import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DataOf } from '../../../contract/endpoint.ts';
import type { downloadCount, userCount } from '../../../contract/statistics.ts';
import { DAY, dayName, startOfDay } from '../../shared/time.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { onEitherDatabase } from '../../testing/databases.ts';

onEitherDatabase('decisions §1: days are those of UTC, from included, to excluded', (database) => {
  let t: TestApp;
  let day: number;
  let token: string;
  const name = (days: number) => dayName(day / DAY + days);

  beforeAll(async () => {
    t = await buildTestApp({ database });
    day = Math.floor(t.clock.now / DAY) * DAY + DAY;
    await t.user('reader@example.org');
    const files = { 'a.txt': 'a', 'b.txt': 'bb', 'c.txt': 'cccc', 'd.txt': 'dddddddd' };
    const { dataset } = await t.dataset({ name: 'One', files, fields: { path: 'one/1.0.zip' } });
    // The last millisecond before the day, its first, its last, and the first after it.
    for (const [at, file, mail] of [
      [day - 1, 'a.txt', 'before@example.org'],
      [day, 'b.txt', 'first@example.org'],
      [day + DAY - 1, 'c.txt', 'last@example.org'],
      [day + DAY, 'd.txt', 'after@example.org'],
    ] as const) {
      t.clock.now = at;
      const reader = await t.login('reader@example.org');
      await t.inject('GET', `/api/v1/download/${dataset.id}/one/1.0/${file}`, { token: reader });
      await t.app.settle();
      await t.user(mail, at === day ? 'rejected' : 'approved');
    }
    token = await t.adminToken();
  });
  afterAll(() => t.close());

  const downloads = (query: string) =>
    t.call<DataOf<typeof downloadCount>>('GET', `/api/v1/admin/downloadCount?${query}`, { token });
  const users = (query: string) =>
    t.call<DataOf<typeof userCount>>('GET', `/api/v1/admin/userCount?${query}`, { token });

  test('one day: from its first to its last millisecond', async () => {
    expect(await downloads(`from=${name(0)}&to=${name(1)}`)).toMatchObject({
      total: 2,
      bytes: 6,
      series: [{ date: name(0), count: 2, bytes: 6 }],
      top: [{ name: 'One', count: 2, bytes: 6 }],
    });
    expect((await users(`from=${name(0)}&to=${name(1)}`)).series).toEqual([
      { date: name(0), registered: 2, approved: 1, rejected: 1 },
    ]);
  });

  test('every day of the span has its place, those without anything are 0', async () => {
    const { series } = await downloads(`from=${name(-3)}&to=${name(4)}`);
    expect(series.map(({ count, bytes }) => [count, bytes])).toEqual([
      [0, 0],
      [0, 0],
      [1, 1],
      [2, 6],
      [1, 8],
      [0, 0],
      [0, 0],
    ]);
    expect(series.map(({ date }) => date)).toEqual([-3, -2, -1, 0, 1, 2, 3].map(name));
    const people = (await users(`from=${name(2)}&to=${name(4)}`)).series;
    expect(people).toEqual([
      { date: name(2), registered: 0, approved: 0, rejected: 0 },
      { date: name(3), registered: 0, approved: 0, rejected: 0 },
    ]);
  });

  test('a year with a leap day has 366 days', async () => {
    const { series, total } = await downloads('from=2024-01-01&to=2025-01-01');
    expect(series).toHaveLength(366);
    expect(series[59]).toEqual({ date: '2024-02-29', count: 0, bytes: 0 });
    expect(total).toBe(0);
    expect(startOfDay('2024-02-29') - startOfDay('2024-02-28')).toBe(DAY);
  });
});
