import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DataOf } from '../../../contract/endpoint.ts';
import type { Job } from '../../../contract/jobs.ts';
import type { Page } from '../../../contract/lists.ts';
import type { getSummary } from '../../../contract/statistics.ts';
import { newId } from '../../shared/ids.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { onEitherDatabase } from '../../testing/databases.ts';
import { rowCount, sql } from '../../testing/look-inside.ts';

onEitherDatabase('issue 4: the list of jobs', (database) => {
  let t: TestApp;
  let token: string;
  beforeAll(async () => {
    t = await buildTestApp({ database });
    token = await t.adminToken();
  });
  afterAll(() => t.close());

  /** A kind without a handler on this server: the job stays as it is. */
  async function job(state: Job['state'], key: string | null = null): Promise<string> {
    const id = newId();
    const text = (value: string | null) => (value === null ? 'null' : `'${value}'`);
    const open = state === 'waiting' ? key : null;
    await sql(
      t,
      `insert into jobs (id, kind, key, open_key, subject, payload, state, priority, run_at, attempts, done, total,
         note, created_at, started_at, finished_at)
       values ('${id}', 'test', ${text(key)}, ${text(open)}, 'scan 7', '{}', '${state}', 0, 0, 12, 3, 9,
         'No space.', ${t.clock.now}, ${t.clock.now}, ${state === 'failed' ? t.clock.now : 'null'})`,
    );
    return id;
  }
  const list = (query: string) =>
    t.call<Page<Job>>('GET', `/api/v1/admin/jobs?kind=test&${query}`, { token });
  const retry = (id: string) => t.ask('POST', `/api/v1/admin/jobs/${id}/retry`, { token });

  test('a failed job says why, and can be run once more', async () => {
    const id = await job('failed', 'test:k');
    const at = new Date(t.clock.now).toISOString();
    const shown = {
      id,
      kind: 'test',
      subject: 'scan 7',
      state: 'failed',
      done: 3,
      total: 9,
      attempts: 12,
      note: 'No space.',
      createdAt: at,
      startedAt: at,
      runAt: null,
      finishedAt: at,
    };
    expect(await list('state=failed')).toEqual({ list: [shown], count: 1, pageIndex: 1, pageSize: 20 });
    expect(await retry(id)).toMatchObject({ code: 200 });
    expect((await list('state=waiting')).list).toEqual([
      { ...shown, state: 'waiting', attempts: 0, note: '', runAt: at, finishedAt: null },
    ]);
    expect(await list('state=failed')).toMatchObject({ count: 0 });
    expect(await retry(id)).toMatchObject({ code: 409 });
  });

  test('not one that another does already, and not one that never was', async () => {
    await job('waiting', 'test:same');
    const id = await job('failed', 'test:same');
    expect(await retry(id)).toMatchObject({ code: 409 });
    expect(await retry('nonsense')).toMatchObject({ code: 404 });
    expect((await list('state=failed')).list.map((one) => one.id)).toEqual([id]);
  });

  test('a mail that waits is in the list of mails, and among no jobs', async () => {
    const shown = async () => ({
      list: await t.call<Page<Job>>('GET', '/api/v1/admin/jobs', { token }),
      count: (await t.call<DataOf<typeof getSummary>>('GET', '/api/v1/admin/summary', { token })).jobs,
    });
    const before = await shown();
    const { id } = await t.user('waits@example.org', 'pending');
    await t.call('PUT', `/api/v1/admin/userReview/${id}/approved`, { token });
    const waiting = '/api/v1/admin/mails?state=waiting&keyword=waits@';
    expect(await t.call('GET', waiting, { token })).toMatchObject({ count: 1 });
    expect(await rowCount(t, `jobs where kind = 'mail'`)).toBeGreaterThan(0);
    expect(await shown()).toEqual(before);
  });
});
