import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { havePrograms } from '../../tests/support/programs.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { onEitherDatabase } from '../testing/databases.ts';
import { sql } from '../testing/look-inside.ts';

const DAY = 86_400_000;

/** Series by name and labels, as they are written. */
const seriesOf = (text: string): Map<string, number> =>
  new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line): [string, number] => {
        const at = line.lastIndexOf(' ');
        return [line.slice(0, at), Number(line.slice(at + 1))];
      }),
  );

onEitherDatabase('operations "Figures and words": /metrics', (database) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await buildTestApp({ database });
  });
  afterAll(() => t.close());

  const answer = async () => (await t.inject('GET', '/metrics')).payload;
  /** All of it: on a busy machine what is not read in time is left out. */
  const text = () =>
    vi.waitFor(
      async () => {
        const all = await answer();
        expect(all).toContain('vitrine_disk_free_bytes');
        return all;
      },
      { timeout: 60_000 },
    );
  const figures = async () => seriesOf(await text());
  const named = async (name: string) => [...(await figures())].filter(([key]) => key.startsWith(name));

  test('is what promtool takes', async (context) => {
    if (!havePrograms(['promtool'], { test: 'the form of /metrics', packages: 'prometheus' }))
      return context.skip();
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
      input: await text(),
      encoding: 'utf8',
    });
    expect([status, stdout, stderr]).toEqual([0, '', '']);
  });

  test('requests by the pattern of their route and the code, never by a path', async () => {
    const { dataset } = await t.dataset();
    for (const id of [dataset.id, dataset.id, 'nothing']) await t.inject('GET', `/api/v1/dataset/${id}`);
    for (let n = 0; n < 50; n++) {
      await t.inject('GET', `/no/such/page-${n}`);
      await t.inject('GET', `/api/v1/no-such-call-${n}?token=secret-${n}`);
      await t.inject('GET', `/api/v1/download/x/${n}/%ff`);
    }
    const found = await figures();
    const route = 'method="GET",route="/api/v1/dataset/:id"';
    expect(found.get(`vitrine_http_requests_total{${route},code="200"}`)).toBe(2);
    expect(found.get(`vitrine_http_requests_total{${route},code="404"}`)).toBe(1);
    expect(found.get(`vitrine_http_request_duration_seconds_count{${route}}`)).toBe(3);
    const unmatched = [...found].filter(([key]) => key.includes('route="unmatched"'));
    expect(unmatched.filter(([key]) => key.startsWith('vitrine_http_requests_total'))).toEqual([
      ['vitrine_http_requests_total{method="GET",route="unmatched",code="404"}', 100],
      ['vitrine_http_requests_total{method="GET",route="unmatched",code="400"}', 50],
    ]);
    expect(await text()).not.toMatch(/secret|no-such|page-|nothing/);
    expect(await text()).not.toContain(dataset.id);
  });

  test('jobs, mails, applications, faults, the scrub, the disk and the backup, as they are', async () => {
    await t.app.settle();
    await expect.poll(async () => (await figures()).get('vitrine_ready'), { timeout: 60_000 }).toBe(1);
    const before = await figures();
    expect(before.get('vitrine_jobs{kind="scrub",state="waiting"}')).toBe(0);
    expect(before.get('vitrine_integrity_faults{kind="corrupt"}')).toBe(0);
    expect(before.get('vitrine_applications_waiting')).toBe(0);
    expect(before.get('vitrine_scrub_late_files')).toBe(0);
    expect(before.get('vitrine_disk_free_bytes')).toBeGreaterThan(0);
    expect(before.has('vitrine_backup_last_timestamp_seconds')).toBe(false);

    const { now } = t.clock;
    const job = (id: string, state: string, runAt: number, done = 0) =>
      `('${id}', 'planted', 's', '{}', '${state}', 0, ${runAt}, 0, ${done}, 9000, '', ${runAt})`;
    await sql(
      t,
      `insert into jobs (id, kind, subject, payload, state, priority, run_at, attempts, done, total, note, created_at)
       values ${job('a', 'waiting', now - 7_200_000)}, ${job('b', 'waiting', now + DAY)}, ${job('c', 'failed', now)}`,
    );
    const mail = (id: string, error: string, givenUp: string) =>
      `('${id}', 'a@example.org', '', '', '', ${now}, ${now + DAY}, ${givenUp}, ${error}, 1)`;
    await sql(
      t,
      `insert into outbox (id, recipient, subject, body, html, created_at, not_before, given_up_at, last_error, attempts)
       values ${mail('m1', "'away'", 'null')}, ${mail('m2', "'no'", String(now))}, ${mail('m3', 'null', 'null')}`,
    );
    await t.user('waits@example.org', 'pending');
    await sql(t, `update users set applied_at = ${now - 3 * DAY}`);
    const [blob] = await sql<{ key: string }>(t, "select key from blobs where state = 'kept'");
    await sql(
      t,
      `update blobs set mark = 'corrupt', marked_at = ${now}, scrubbed_at = ${now - 31 * DAY} where key = '${blob?.key}'`,
    );
    const backup = JSON.stringify({ at: now - DAY, files: 3, lost: 1 });
    await sql(t, `insert into secrets (name, value) values ('backup.last', '${backup}')`);

    const after = await figures();
    const near = (seconds: number) => expect.toSatisfy((value) => Math.abs(value - seconds) < 60);
    expect(Object.fromEntries(after)).toMatchObject({
      'vitrine_jobs{kind="planted",state="waiting"}': 2,
      'vitrine_jobs{kind="planted",state="failed"}': 1,
      'vitrine_job_oldest_due_seconds{kind="planted"}': near(7_200),
      'vitrine_job_oldest_due_seconds{kind="scrub"}': 0,
      'vitrine_mails{state="waiting"}': 2,
      'vitrine_mails{state="failing"}': 1,
      'vitrine_mails{state="given_up"}': 1,
      vitrine_applications_waiting: 1,
      vitrine_application_oldest_seconds: near((3 * DAY) / 1_000),
      'vitrine_integrity_faults{kind="corrupt"}': 1,
      vitrine_scrub_late_files: 1,
      vitrine_scrub_oldest_seconds: near((31 * DAY) / 1_000),
      vitrine_backup_last_timestamp_seconds: near((now - DAY) / 1_000),
      vitrine_backup_lost_files: 1,
    });
  });

  test('each pool of workers, the event loop and the process', async () => {
    expect((await named('vitrine_worker_tasks')).map(([key]) => /pool="(\w+)"/.exec(key)?.[1])).toEqual(
      ['hashing', 'documents', 'passwords'].flatMap((pool) => [pool, pool]),
    );
    for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes'])
      expect(await named(name)).toEqual([[name, expect.any(Number)]]);
    const { version } = JSON.parse(await readFile('package.json', 'utf8'));
    expect(await named('vitrine_build_info')).toEqual([[`vitrine_build_info{version="${version}"}`, 1]]);
  });

  test('without the database: not ready, and what only it knows is left out rather than 0', async () => {
    const broken = ['blobs', 'jobs', 'secrets'];
    for (const table of broken) await sql(t, `alter table ${table} rename to ${table}_gone`);
    try {
      const found = seriesOf(await answer());
      expect(found.get('vitrine_ready')).toBe(0);
      expect([...found.keys()].filter((key) => /_(jobs|mails|scrub|integrity)/.test(key))).toEqual([]);
      expect(found.get('vitrine_downloads_running')).toBe(0);
    } finally {
      for (const table of broken) await sql(t, `alter table ${table}_gone rename to ${table}`);
    }
    await expect.poll(async () => (await figures()).get('vitrine_ready'), { timeout: 60_000 }).toBe(1);
  });
});

describe('decisions §9: who reads /metrics', () => {
  const TOKEN = 'figures-for-prometheus';
  const asked = async (
    env: Record<string, string>,
    headers: Record<string, string>,
    remoteAddress: string,
  ) => {
    const t = await buildTestApp({ env });
    try {
      const answer = await t.app.server.inject({ url: '/metrics', headers, remoteAddress });
      return { status: answer.statusCode, code: answer.statusCode === 200 ? 200 : answer.json().code };
    } finally {
      await t.close();
    }
  };
  const same = (code: number) => ({ status: code, code });
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

  test('with a token: whoever has it, from wherever', async () => {
    const env = { METRICS_TOKEN: TOKEN };
    expect(await asked(env, bearer(TOKEN), '192.0.2.1')).toEqual(same(200));
    expect(await asked(env, {}, '127.0.0.1')).toEqual(same(401));
    expect(await asked(env, bearer(`${TOKEN}x`), '127.0.0.1')).toEqual(same(401));
    expect(await asked({ ...env, TRUST_PROXY: '127.0.0.1' }, bearer(TOKEN), '127.0.0.1')).toEqual(same(200));
  });

  test('without one: this machine alone, and no proxy on it', async () => {
    expect(await asked({}, {}, '127.0.0.1')).toEqual(same(200));
    expect(await asked({}, {}, '::1')).toEqual(same(200));
    expect(await asked({}, {}, '192.0.2.1')).toEqual(same(404));
    expect(await asked({ TRUST_PROXY: '10.0.0.1' }, {}, '127.0.0.1')).toEqual(same(404));
    expect(await asked({}, { 'x-forwarded-for': '127.0.0.1' }, '127.0.0.1')).toEqual(same(404));
  });

  test('a token that is too short is no token', async () => {
    await expect(asked({ METRICS_TOKEN: 'short' }, {}, '127.0.0.1')).rejects.toThrow(
      /METRICS_TOKEN: needs 16/,
    );
  });
});
