import { afterAll, beforeAll, expect, test } from 'vitest';
import { seed } from '../../tests/support/properties.ts';
import { randomFrom } from '../../tests/support/random.ts';
import { DAY } from '../shared/time.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { onEachDatabase } from '../testing/databases.ts';
import { sql } from '../testing/look-inside.ts';
import { askForRequests } from '../testing/requests.ts';

const HOUR = 3_600_000;
const decisions = ['held', 'rejected', 'needs_info'] as const;

interface Wait {
  medianHours: number | null;
  decisions: number;
  days: number;
}

/** The same figure by hand: a walk along each history, and the middle of what it found. */
const byHand = (steps: string, of: string, held: string, since: number, whose = '') => `
  with walk as (
    select to_status, from_status, admin_id, at,
      max(case when to_status = 'pending' then at end)
        over (partition by ${of} order by at, id rows between unbounded preceding and current row) as waiting_since
    from ${steps} where undone_at is null ${whose}
  ), waits as (
    select at - waiting_since as wait,
      row_number() over (order by at - waiting_since) as place, count(*) over () as n
    from walk
    where at >= ${since} and from_status = 'pending' and admin_id is not null
      and to_status in ('${held}', 'rejected', 'needs_info') and waiting_since is not null
  )
  select max(n) as n, avg(1.0 * wait) as median from waits
  where 2 * place between n and n + 2`;

onEachDatabase(
  'access.md "Requests": the usual wait, beside hand-written SQL on a seeded history',
  (database) => {
    let t: TestApp;
    const datasets: { id: string; lineage: string }[] = [];
    const { random } = randomFrom(seed);
    const below = (most: number) => Math.floor(random() * most);

    /** What happened to one subject: it waits, is decided about, sometimes undone or by a rule, ends, asks again. */
    function history(held: string, over: string) {
      const steps: [from: string | null, to: string, admin: boolean, at: number, undone: boolean][] = [];
      let at = t.clock.now - (20 + below(180)) * DAY;
      let from: string | null = null;
      for (let rounds = 1 + below(4); rounds > 0; rounds--) {
        steps.push([from, 'pending', false, at, false]);
        const wait = () => {
          at += 1 + below(72 * HOUR);
          return at;
        };
        if (below(4) === 0) steps.push(['pending', 'rejected', true, wait(), true]);
        const chosen = decisions[below(3)] ?? 'held';
        const to = chosen === 'held' ? held : chosen;
        const byRule = to === held && below(5) === 0;
        steps.push(['pending', to, !byRule, wait(), false]);
        from = to;
        // A later change of what is held, and its end, are no first decisions.
        if (to === held && below(2) === 0) steps.push([held, held, true, wait(), false]);
        if (to === held) {
          steps.push([held, over, false, wait(), false]);
          from = over;
        }
        at += below(15 * DAY);
      }
      // Nobody decided in the future.
      return steps.filter(([, , , when]) => when <= t.clock.now);
    }

    let made = 0;
    const rowsOf = (subject: string, steps: ReturnType<typeof history>): string[] =>
      steps.map(([from, to, admin, at, undone]) => {
        const id = `step${String(++made).padStart(6, '0')}`;
        const values = [id, subject, from, to, admin ? 'a' : null, at, undone ? at + 1 : null, '{}'];
        return `(${values.map((one) => (typeof one === 'string' ? `'${one}'` : (one ?? 'null'))).join(', ')})`;
      });
    const write = (table: string, of: string, rows: string[]) =>
      sql(
        t,
        `insert into ${table} (id, ${of}, from_status, to_status, admin_id, at, undone_at, former)
       values ${rows.join(', ')}`,
      );

    beforeAll(async () => {
      t = await buildTestApp({ database });
      for (const n of [1, 2, 3]) {
        const { id } = (await t.dataset({ name: `Waited for ${n}`, files: { 'a.txt': `${n}` } })).dataset;
        await askForRequests(t, id);
        const [row] = await sql<{ lineage_id: string }>(
          t,
          `select lineage_id from datasets where id = '${id}'`,
        );
        datasets.push({ id, lineage: row?.lineage_id ?? '' });
      }
      // The last one has too few.
      const requests: string[] = [];
      const steps: string[] = [];
      // The last one has too few.
      for (const [n, { lineage }] of datasets.entries())
        for (let i = 0; i < (n === 2 ? 1 : 60); i++) {
          const request = `request${n}-${i}`;
          requests.push(`('${request}', 'user${i}', '${lineage}', 'pending', '', '{}', '[]', 0)`);
          steps.push(...rowsOf(request, history('granted', 'ended').slice(0, n === 2 ? 4 : undefined)));
        }
      await sql(
        t,
        `insert into requests (id, user_id, lineage_id, status, purpose, answers, questions, changed_at)
       values ${requests.join(', ')}`,
      );
      await write('request_reviews', 'request_id', steps);
      const people = Array.from({ length: 80 }, (_, i) =>
        rowsOf(`person${i}`, history('approved', 'expired')),
      );
      await write('reviews', 'user_id', people.flat());
    }, 120_000);
    afterAll(() => t.close());

    async function same(path: string, statement: (since: number) => string): Promise<Wait> {
      const shown = await t.call<Wait>('GET', path);
      const [row] = await sql<{ n: number | string | null; median: number | string | null }>(
        t,
        statement(t.clock.now - 90 * DAY),
      );
      const n = Number(row?.n ?? 0);
      const hours = Math.round((Number(row?.median ?? 0) / HOUR) * 10) / 10;
      expect(shown, path).toEqual({ medianHours: n < 5 ? null : hours, decisions: n, days: 90 });
      return shown;
    }

    test('of requests, each dataset by itself, and of accounts', async () => {
      const seen: Wait[] = [];
      // Later, fewer of the same history are recent.
      for (let round = 0; round < 4; round++) {
        for (const { id, lineage } of datasets) {
          const own = `and request_id in (select id from requests where lineage_id = '${lineage}')`;
          seen.push(
            await same(`/api/v1/dataset/${id}/requestWait`, (since) =>
              byHand('request_reviews', 'request_id', 'granted', since, own),
            ),
          );
        }
        seen.push(
          await same('/api/v1/reviewWait', (since) => byHand('reviews', 'user_id', 'approved', since)),
        );
        t.clock.now += 20 * DAY;
      }
      // The history has enough of each to tell something.
      expect(seen[0]?.decisions).toBeGreaterThan(20);
      expect(seen[2]?.medianHours).toBeNull();
      expect(new Set(seen.map(({ medianHours }) => medianHours)).size).toBeGreaterThan(4);
      // Anybody may ask of a dataset that asks for requests, and of no other.
      const { dataset } = await t.dataset({ name: 'Asks for nothing', files: { 'a.txt': 'a' } });
      expect((await t.ask('GET', `/api/v1/dataset/${dataset.id}/requestWait`, {})).code).toBe(404);
    });
  },
);
