import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DataOf } from '../../../contract/endpoint.ts';
import type { downloadCount, userCount } from '../../../contract/statistics.ts';
import { DAY } from '../../shared/time.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { onEitherDatabase } from '../../testing/databases.ts';

onEitherDatabase('§7 userCount, downloadCount, modalities, decisions §6', (database) => {
  let t: TestApp;
  let admin: string;
  let first: string;
  let one: string;
  const dayAfter = (days: number) => new Date(Date.parse(first) + days * DAY).toISOString().slice(0, 10);

  beforeAll(async () => {
    t = await buildTestApp({ database });
    t.clock.now = Math.floor(t.clock.now / DAY) * DAY;
    first = new Date(t.clock.now).toISOString().slice(0, 10);
    // Day 0: one of each status; day 1: nothing; day 2, to its last millisecond: two more and downloads.
    for (const status of ['pending', 'needs_info', 'rejected', 'suspended', 'approved'] as const)
      await t.user(`${status}@example.org`, status);
    one = (await t.dataset({ name: 'One', files: { 'a.txt': 'x'.repeat(10) } })).dataset.id;
    const { id: two } = (
      await t.dataset({ name: 'Two', files: { 'b.txt': 'y'.repeat(7) }, fields: { modalityName: 'CT' } })
    ).dataset;
    await t.dataset({ name: 'Draft', status: 'draft', files: {} });
    const gone = await t.dataset({ name: 'Gone', fields: { modalityName: 'Gone' } });
    await t.call('DELETE', `/api/v1/admin/dataset/${gone.dataset.id}`, { token: await t.adminToken() });
    t.clock.now += 3 * DAY - 1;
    const late = await t.user('late@example.org', 'approved');
    const undone = await t.user('undone@example.org', 'pending');
    admin = await t.adminToken();
    const { reviewId } = await t.call<{ reviewId: string }>(
      'PUT',
      `/api/v1/admin/userReview/${undone.id}/approved`,
      { token: admin },
    );
    await t.call('DELETE', `/api/v1/admin/userReview/${reviewId}`, { token: admin });
    const other = await t.login('approved@example.org');
    for (const [token, id, path] of [
      [late.token, one, 'one/one-1.0/a.txt'],
      [other, one, 'one/one-1.0/a.txt'],
      [late.token, two, 'two/two-1.0/b.txt'],
    ]) {
      await t.inject('GET', `/api/v1/download/${id}/${path}`, { token: token ?? '' });
    }
    await t.app.settle();
  });
  afterAll(() => t.close());

  const ask = (call: string, query = '') => t.ask('GET', `/api/v1/admin/${call}?${query}`, { token: admin });
  const users = (query = '') =>
    t.call<DataOf<typeof userCount>>('GET', `/api/v1/admin/userCount?${query}`, { token: admin });
  const downloads = (query = '') =>
    t.call<DataOf<typeof downloadCount>>('GET', `/api/v1/admin/downloadCount?${query}`, { token: admin });

  test('userCount: everybody by status, and a series per UTC day', async () => {
    const { series, ...counts } = await users(`from=${first}&to=${dayAfter(3)}`);
    expect(counts).toEqual({
      total: 7,
      pending: 2,
      needsInfo: 1,
      approved: 2,
      rejected: 1,
      suspended: 1,
      expired: 0,
    });
    expect(series).toEqual([
      // A user suspended now was approved before.
      { date: first, registered: 5, approved: 2, rejected: 1 },
      { date: dayAfter(1), registered: 0, approved: 0, rejected: 0 },
      { date: dayAfter(2), registered: 2, approved: 1, rejected: 0 },
    ]);
  });

  test('downloadCount: downloads and bytes per day, and the datasets most wanted', async () => {
    const { series, top, ...sums } = await downloads(`from=${dayAfter(1)}&to=${dayAfter(3)}`);
    expect(sums).toEqual({ total: 3, bytes: 27 });
    expect(series).toEqual([
      { date: dayAfter(1), count: 0, bytes: 0 },
      { date: dayAfter(2), count: 3, bytes: 27 },
    ]);
    expect(top).toEqual([
      { datasetId: one, name: 'One', version: '1.0', count: 2, bytes: 20 },
      { datasetId: expect.any(String), name: 'Two', version: '1.0', count: 1, bytes: 7 },
    ]);
  });

  test('from is inclusive, to exclusive; by default the last 30 days, today included', async () => {
    expect(await downloads(`from=${first}&to=${dayAfter(2)}`)).toMatchObject({ total: 0, bytes: 0, top: [] });
    const { series, total } = await downloads();
    expect(total).toBe(3);
    expect(series).toHaveLength(30);
    expect(series.at(-1)?.date).toBe(dayAfter(2));
    expect((await users(`from=${dayAfter(2)}`)).series.map((row) => row.date)).toEqual([dayAfter(2)]);
    expect((await users(`to=${dayAfter(1)}`)).series).toHaveLength(30);
  });

  test('wrong days, an empty or an endless span, unknown filters → 400', async () => {
    for (const call of ['userCount', 'downloadCount'])
      for (const query of [
        'from=x',
        'to=2026-02-30',
        `from=${first}&to=${first}`,
        `from=${dayAfter(1)}&to=${first}`,
        'from=1000-01-01',
        'status=approved',
      ])
        expect((await ask(call, query)).code, query).toBe(400);
    expect((await ask('modalities', 'x=1')).code).toBe(400);
  });

  test('modalities: datasets and downloads of what is not in the trash', async () => {
    expect((await ask('modalities')).data).toEqual([
      { name: 'CT', datasets: 1, downloads: 1 },
      { name: 'MRI', datasets: 2, downloads: 2 },
    ]);
  });

  test('an approval whose end has passed is counted as expired', async () => {
    const { list } = await t.call<{ list: { id: string }[] }>('GET', '/api/v1/admin/userList?keyword=late', {
      token: admin,
    });
    await t.call('PUT', `/api/v1/admin/userReview/${list[0]?.id}/approved`, {
      token: admin,
      body: { approvedUntil: new Date(t.clock.now + 5_000).toISOString() },
    });
    expect(await users()).toMatchObject({ approved: 2, expired: 0 });
    t.clock.now += 5_000;
    expect(await users()).toMatchObject({ total: 7, approved: 1, expired: 1 });
  });
});
