import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Follow, followPaces } from '../../../contract/follows.ts';
import { buildTestApp, PASSWORD, type TestApp } from '../../testing/build-test-app.ts';
import { onEitherDatabase } from '../../testing/databases.ts';
import { rowCount, sql } from '../../testing/look-inside.ts';

const PEOPLE = 8;
const STEPS = 160;

onEitherDatabase('access.md "Follow": counts', (database) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await buildTestApp({ database });
  });
  afterAll(() => t.close());

  test('who follows what after a seeded history is what hand-written SQL makes of the history', async () => {
    let state = 20_261_125;
    const roll = (most: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * most);
    };
    const admin = await t.adminToken();
    /** Versions of each dataset: any of them stands for all. */
    const datasets: string[][] = [];
    for (const name of ['Brain MRI', 'Heart CT', 'Lung CT']) {
      const first = (await t.dataset({ name })).dataset.id;
      const { id } = await t.call<{ id: string }>('POST', `/api/v1/admin/dataset/${first}/newVersion`, {
        token: admin,
        body: { version: '2.0', note: '' },
      });
      await t.app.settle();
      await t.call('PUT', `/api/v1/admin/updateDataset/${id}`, {
        token: admin,
        body: { status: 'published' },
      });
      datasets.push([first, id]);
    }
    const people: ({ token: string } | undefined)[] = [];
    for (let i = 0; i < PEOPLE; i++)
      people.push(await t.user(`follower${i}@example.org`, i % 2 === 0 ? 'approved' : 'pending'));

    // What each has done, in order: told by the requests alone.
    await sql(t, 'create table history (n integer, person integer, dataset integer, what text)');
    let n = 0;
    const note = (person: number, dataset: number, what: string) =>
      sql(t, `insert into history values (${++n}, ${person}, ${dataset}, '${what}')`);
    const follows = (token: string) => t.call<Follow[]>('GET', '/api/v1/follows', { token });
    for (let step = 0; step < STEPS; step++) {
      const person = roll(PEOPLE);
      const dataset = roll(datasets.length);
      const token = people[person]?.token;
      const versions = datasets[dataset] ?? [];
      const what = roll(20);
      t.clock.now += 1_000;
      if (token === undefined) continue;
      const own = (await follows(token)).find(({ datasetId }) => versions.includes(datasetId ?? ''));
      const pace = followPaces[roll(2)] ?? 'weekly';
      if (what < 9) {
        const body = { datasetId: versions[roll(2)], pace };
        await t.call('POST', '/api/v1/follows', { token, body });
        await note(person, dataset, pace);
      } else if (what < 13 && own) {
        await t.call('PUT', `/api/v1/follows/${own.id}`, { token, body: { pace } });
        await note(person, dataset, pace);
      } else if (what < 18 && own) {
        await t.call('DELETE', `/api/v1/follows/${own.id}`, { token });
        await note(person, dataset, 'ended');
      } else if (what === 19 && person > 4) {
        await t.call('POST', '/api/v1/account/deletion', { token, body: { password: PASSWORD } });
        people[person] = undefined;
        for (const gone of datasets.keys()) await note(person, gone, 'left');
      }
    }
    expect(await rowCount(t, "history where what = 'left'")).toBeGreaterThan(0);

    const byHand = await sql<{ dataset: number; what: string; n: number | string }>(
      t,
      `select dataset, what, count(*) as n
       from (
         select h.*, row_number() over (partition by person, dataset order by n desc) as latest from history h
       ) as ordered
       where latest = 1 and what in ('at once', 'weekly')
       group by dataset, what`,
    );
    const expected = datasets.map((_, dataset) => {
      const of = (pace: string) =>
        Number(byHand.find((row) => row.dataset === dataset && row.what === pace)?.n ?? 0);
      return { atOnce: of('at once'), weekly: of('weekly') };
    });
    for (const [dataset, versions] of datasets.entries())
      for (const id of versions)
        expect(await t.call('GET', `/api/v1/admin/dataset/${id}/followers`, { token: admin })).toEqual(
          expected[dataset],
        );
    const all = expected.reduce((sum, { atOnce, weekly }) => sum + atOnce + weekly, 0);
    expect(all).toBeGreaterThan(PEOPLE);
    expect(await rowCount(t, 'follows')).toBe(all);
  });
});
