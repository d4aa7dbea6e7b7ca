import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConfigEntry } from '../../../contract/configuration.ts';
import type { UsageMonth } from '../../../contract/usage.ts';
import { openDatabase } from '../../database/index.ts';
import { countingUsage } from '../../records/index.ts';
import { buildTestApp, PASSWORD, type TestApp } from '../../testing/build-test-app.ts';
import { onEachDatabase } from '../../testing/databases.ts';
import { rowCount, sql, sqliteFile } from '../../testing/look-inside.ts';
import { insertMany, recordRow } from '../../testing/rows.ts';

const DAY = 86_400_000;
const CURL = 'curl/8.14.1';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';
const GOOGLE = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

onEachDatabase('access.md "Usage"', (database) => {
  let t: TestApp;
  let first: string;
  let second: string;
  let other: string;
  beforeAll(async () => {
    t = await buildTestApp({ database });
    t.clock.now = Date.UTC(2027, 2, 15, 12);
    first = (await t.dataset()).dataset.id;
    other = (await t.dataset({ name: 'Heart CT' })).dataset.id;
    const token = await t.adminToken();
    second = (
      await t.call<{ id: string }>('POST', `/api/v1/admin/dataset/${first}/newVersion`, {
        token,
        body: { version: '2.0', note: '' },
      })
    ).id;
    await t.call('PUT', `/api/v1/admin/updateDataset/${second}`, { token, body: { status: 'published' } });
    await seed();
    await t.app.settle();
  });
  afterAll(() => t.close());

  const usage = (id: string) => t.call<UsageMonth[]>('GET', `/api/v1/dataset/${id}/usage`);
  /** An own connection, as another server has one. */
  async function inDatabase<Result>(work: (db: Awaited<ReturnType<typeof openDatabase>>) => Promise<Result>) {
    const db = await openDatabase(t.databaseUrl ?? sqliteFile(t));
    try {
      return await work(db);
    } finally {
      await db.destroy();
    }
  }

  /** A history over five months: people, robots, double clicks, deleted accounts; the same each time. */
  async function seed(): Promise<void> {
    let state = 20_261_125;
    const roll = (most: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * most);
    };
    const rows: object[] = [];
    const begin = Date.UTC(2026, 9, 20);
    for (let n = 0; n < 2_500; n++) {
      const user = roll(12);
      const dataset = [first, first, second, other][roll(4)] ?? first;
      const base = {
        user_id: user === 0 ? null : `user${user}`,
        dataset_id: dataset,
        object_id: `${dataset} ${roll(3)}`,
        user_agent: user === 0 ? '' : ([CURL, FIREFOX, FIREFOX, GOOGLE][roll(4)] ?? CURL),
      };
      let at = begin + roll(140 * DAY);
      // Some click again, and again.
      const clicks = [1, 1, 1, 2, 4][roll(5)] ?? 1;
      for (let click = 0; click < clicks; click++) {
        rows.push(recordRow(`seed${String(rows.length).padStart(5, '0')}`, { ...base, started_at: at }));
        at += 1 + roll(60_000);
      }
    }
    await inDatabase((db) => insertMany(db, 'records', rows));
  }

  /** By hand: the rule as SQL, without the code that counts. */
  const byHand = (ids: string[]) =>
    sql<{ month: string; n: number | string }>(
      t,
      `select ${database === 'SQLite' ? `strftime('%Y-%m', started_at / 1000, 'unixepoch')` : `to_char(to_timestamp(started_at / 1000) at time zone 'UTC', 'YYYY-MM')`} as month,
         count(*) as n
       from (
         select r.*, lead(r.started_at) over (partition by r.user_id, r.object_id order by r.started_at, r.id) as next
         from records r where r.id like 'seed%'
       ) as ordered
       where user_agent not like '%Googlebot%'
         and (user_id is null or next is null or next - started_at > 30000)
         and dataset_id in (${ids.map((id) => `'${id}'`).join(', ')})
       group by 1 order by 1`,
    );

  test('monthly figures of a seeded history are those of hand-written SQL', async () => {
    for (const [id, own, all] of [
      [first, [first], [first, second]],
      [second, [second], [first, second]],
      [other, [other], [other]],
    ] as const) {
      const shown = await usage(id);
      const downloads = new Map((await byHand([...own])).map(({ month, n }) => [month, Number(n)]));
      const allVersions = new Map((await byHand([...all])).map(({ month, n }) => [month, Number(n)]));
      expect(shown.map(({ month }) => month)).toEqual([
        '2026-10',
        '2026-11',
        '2026-12',
        '2027-01',
        '2027-02',
        '2027-03',
      ]);
      expect(shown).toEqual(
        shown.map(({ month }) => ({
          month,
          downloads: downloads.get(month) ?? 0,
          allVersions: allVersions.get(month) ?? 0,
        })),
      );
      expect(shown[1]?.downloads).toBeGreaterThan(20);
    }
    expect(await rowCount(t, 'records where counted is null')).toBe(0);
  });

  test('as CSV, by version; UTF-8, RFC 4180', async () => {
    const answer = await t.inject('GET', `/api/v1/dataset/${first}/usage.csv`);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toContain('usage.csv');
    const [head, ...lines] = answer.body.trim().split('\r\n');
    expect(head).toBe('month,version,downloads');
    const sum = (version: string) =>
      lines
        .filter((line) => line.includes(`,${version},`))
        .reduce((all, line) => all + Number(line.split(',')[2]), 0);
    const all = (months: UsageMonth[]) => months.reduce((total, { downloads }) => total + downloads, 0);
    expect(sum('1.0')).toBe(all(await usage(first)));
    expect(sum('2.0')).toBe(all(await usage(second)));
  });

  test('a real download: counted a minute later, a double click once, a robot not; months without any are 0', async () => {
    const { token } = await t.user('ada@example.org');
    const { dataset: fresh } = await t.dataset({ name: 'Fresh' });
    expect(await usage(fresh.id)).toEqual([]);
    const get = async (userAgent: string) => {
      const { subsetList } = await t.open(fresh.id, token);
      const answer = await t.inject('GET', subsetList[0]?.downloadUrl ?? '', {
        headers: { 'user-agent': userAgent },
      });
      expect(answer.statusCode).toBe(200);
      await t.app.settle();
    };
    await get(CURL);
    t.clock.now += 20_000;
    await get(CURL);
    t.clock.now += 59_000;
    await t.app.settle();
    expect(await usage(fresh.id), 'the first is a double click, the second is young').toEqual([]);
    t.clock.now += 10_000;
    await t.app.settle();
    const month = { month: '2027-03', downloads: 1, allVersions: 1 };
    expect(await usage(fresh.id)).toEqual([month]);
    await get(GOOGLE);
    t.clock.now += 61_000;
    await t.app.settle();
    t.clock.now += 10_000;
    expect(await usage(fresh.id)).toEqual([month]);

    // Who leaves takes no figure along.
    await t.call('POST', '/api/v1/account/deletion', { token, body: { password: PASSWORD } });
    t.clock.now = Date.UTC(2027, 4, 2);
    await t.app.settle();
    expect(await usage(fresh.id)).toEqual([
      month,
      { month: '2027-04', downloads: 0, allVersions: 0 },
      { month: '2027-05', downloads: 0, allVersions: 0 },
    ]);
  });

  test('several servers count each record once', async () => {
    const before = await rowCount(t, 'usage_months');
    const total = async () =>
      Number((await sql<{ n: number }>(t, 'select sum(downloads) as n from usage_months'))[0]?.n);
    const had = await total();
    await inDatabase((db) =>
      insertMany(
        db,
        'records',
        Array.from({ length: 1_200 }, (_, n) =>
          recordRow(`many${n}`, {
            dataset_id: other,
            object_id: `many${n}`,
            user_agent: CURL,
            started_at: t.clock.now - 2 * DAY,
          }),
        ),
      ),
    );
    const dbs = await Promise.all([1, 2].map(() => openDatabase(t.databaseUrl ?? sqliteFile(t))));
    const failures: unknown[] = [];
    const rounds = dbs.map((db) =>
      countingUsage({ db, now: () => t.clock.now, onError: (error) => failures.push(error) }),
    );
    await Promise.all([...rounds.map((round) => round.now()), t.app.settle()]);
    for (const round of rounds) await round.stop();
    await Promise.all(dbs.map((db) => db.destroy()));
    expect(failures).toEqual([]);
    expect(await total()).toBe(had + 1_200);
    expect(await rowCount(t, 'usage_months')).toBeLessThanOrEqual(before + 1);
  });

  test('drafts have none, withdrawn ones keep theirs; switched off, nobody is told any', async () => {
    const token = await t.adminToken();
    const { dataset: draft } = await t.dataset({ name: 'Draft', status: 'draft' });
    const codeOf = async (id: string) => (await t.ask('GET', `/api/v1/dataset/${id}/usage`)).code;
    expect(await codeOf(draft.id)).toBe(404);
    expect(await codeOf('nothing')).toBe(404);
    await t.call('PUT', `/api/v1/admin/updateDataset/${first}`, { token, body: { status: 'withdrawn' } });
    expect(await codeOf(first)).toBe(200);
    const entry = await t.call<ConfigEntry>('GET', '/api/v1/configKey/usage.isPublic');
    const set = (configValue: string) =>
      t.ask('PUT', '/api/v1/config', { token, body: { configId: entry.configId, configValue } });
    expect(await set('perhaps')).toMatchObject({ code: 400, errors: [{ path: 'configValue' }] });
    expect((await set('false')).code).toBe(200);
    expect(await codeOf(second)).toBe(404);
    expect((await t.inject('GET', `/api/v1/dataset/${second}/usage.csv`)).statusCode).toBe(404);
    expect((await set('true')).code).toBe(200);
    expect(await codeOf(second)).toBe(200);
  });
});
