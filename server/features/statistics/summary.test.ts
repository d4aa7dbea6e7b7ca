import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DataOf } from '../../../contract/endpoint.ts';
import type { Page } from '../../../contract/lists.ts';
import type { DownloadRecord, getSummary, listRecordDatasets } from '../../../contract/statistics.ts';
import { newId } from '../../shared/ids.ts';
import { DAY } from '../../shared/time.ts';
import { administrator } from '../../testing/administrators.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { onEitherDatabase } from '../../testing/databases.ts';
import { filesUnder, sql } from '../../testing/look-inside.ts';
import { onTheWire, type Wire } from '../../testing/wire.ts';

type Summary = DataOf<typeof getSummary>;
const HOUR = 3_600_000;
/** More than the socket's buffers take: an unread response of this size stays unfinished. */
const MUCH = 24_000_000;

onEitherDatabase("decisions §6: admin/summary has what the dashboard's tiles show", (database) => {
  let t: TestApp;
  let wire: Wire;
  let datasetId: string;
  let oldest: string;
  let admin: string;

  beforeAll(async () => {
    t = await buildTestApp({ database });
    wire = await onTheWire(t);
    oldest = new Date(t.clock.now).toISOString();
    await t.user('first@example.org', 'pending');
    const broken = await t.user('ada@example.org');
    const files = { 'a.txt': 'abc', 'b.txt': 'defgh', 'big.bin': new Uint8Array(MUCH) };
    datasetId = (await t.dataset({ name: 'One', files, fields: { path: 'one/1.0.zip' } })).dataset.id;
    await get(broken.token, 'a.txt', 'bytes=0-0');
    await t.app.settle();

    // Everything before is more than 24 hours old now.
    t.clock.now += 25 * HOUR;
    await job('failed', t.clock.now - 25 * HOUR);
    await job('failed', t.clock.now - 23 * HOUR);
    await job('waiting');
    await mail('given_up_at', t.clock.now);
    await mail('last_error', "'No route.'");
    await t.user('second@example.org', 'pending');
    await t.user('asked@example.org', 'needs_info');
    await t.user('no@example.org', 'rejected');
    const bob = await t.user('bob@example.org');
    await t.dataset({ name: 'Draft', version: '2.0', status: 'draft', files: {} });
    await t.dataset({ name: 'Old', status: 'withdrawn', files: { 'w.txt': 'w' } });
    const gone = await t.dataset({ name: 'Gone', files: { 'g.txt': 'gone' } });
    admin = await t.adminToken();
    await t.call('DELETE', `/api/v1/admin/dataset/${gone.dataset.id}`, { token: admin });
    await get(await t.login('ada@example.org'), 'b.txt', 'bytes=0-1');
    await get(bob.token, 'b.txt');
    await t.app.settle();
  });
  afterAll(() => t.close());

  const path = (file: string) => `/api/v1/download/${datasetId}/one/1.0/${file}`;
  const get = (token: string, file: string, range?: string) =>
    t.inject('GET', path(file), { token, headers: range ? { range } : {} });
  const job = (state: 'failed' | 'waiting', finished: number | 'null' = 'null') =>
    sql(
      t,
      `insert into jobs (id, kind, subject, payload, state, priority, run_at, attempts, done, total, note,
         created_at, finished_at)
       values ('${newId()}', 'test', 'x', '{}', '${state}', 0, 0, 1, 0, 0, '', 0, ${finished})`,
    );
  const mail = (column: string, value: number | string) =>
    sql(
      t,
      `insert into outbox (id, recipient, subject, body, html, created_at, not_before, attempts, ${column})
       values ('${newId()}', 'x@example.org', '', '', '', 0, ${t.clock.now + 9 * DAY}, 3, ${value})`,
    );
  const summary = (token = admin) => t.call<Summary>('GET', '/api/v1/admin/summary', { token });
  const records = (query: string) =>
    t.call<Page<DownloadRecord>>('GET', `/api/v1/admin/records?${query}`, { token: admin });

  test('users: who waits, since when the longest; datasets; failures of 24 h; mails', async () => {
    expect(await summary()).toEqual({
      users: { total: 6, approved: 2, pending: 2, needsInfo: 1, oldestPendingAt: oldest },
      downloads: { active: 0, activeUsers: 0, begun24h: 2, broken24h: 1 },
      datasets: { total: 3, published: 1, draft: 1, withdrawn: 1 },
      storage: { used: expect.any(Number), inPlace: 0, free: expect.any(Number) },
      jobs: { failed24h: 1, failed: 2, unfinished: expect.any(Number) },
      mail: { toFiles: true, givenUp: 1, delayed: 1 },
    });
  });

  test('storage: the bytes of the blobs on the disk, those in the trash included', async () => {
    const { storage, jobs } = await summary();
    let bytes = 0;
    for (const name of await filesUnder(t, 'blobs'))
      bytes += (await stat(join(t.folder, 'blobs', name.slice(0, 2), name))).size;
    expect(storage?.used).toBe(bytes);
    expect(bytes).toBeGreaterThan(MUCH);
    expect(storage?.free).toBeGreaterThan(0);
    expect(jobs?.unfinished).toBeGreaterThanOrEqual(1);
  });

  test('the filters behind the tiles give as many records as the tiles say', async () => {
    const link = path('big.bin');
    const answer = await wire.open(link, {
      headers: { authorization: `Bearer ${await t.login('bob@example.org')}` },
    });
    try {
      await expect.poll(async () => (await summary()).downloads?.active).toBe(1);
      expect((await summary()).downloads).toEqual({ active: 1, activeUsers: 1, begun24h: 3, broken24h: 1 });
      const running = await records('active=true');
      expect(running).toMatchObject({ count: 1, list: [{ email: 'bob@example.org', complete: false }] });
      const broken = await records('complete=false&active=false&within=24h');
      expect(broken).toMatchObject({ count: 1, list: [{ email: 'ada@example.org' }] });
      expect(broken.list[0]?.subsetPath).toBe('one/1.0/b.txt');
      expect(await records('complete=false&active=false')).toMatchObject({ count: 2 });
      expect(await records('within=24h')).toMatchObject({ count: 3 });
      const csv = await t.inject('GET', '/api/v1/admin/records/export?active=true', { token: admin });
      expect(csv.body.trim().split('\r\n').slice(1)).toHaveLength(1);
      expect(csv.body).toContain('big.bin');
    } finally {
      answer.destroy();
    }
    // Aborted: no longer running, incomplete.
    await expect.poll(async () => (await summary()).downloads?.active).toBe(0);
    expect((await summary()).downloads).toMatchObject({ broken24h: 2 });
    expect(await records('active=true')).toMatchObject({ count: 0, list: [] });
    expect(await records('complete=false&active=false&within=24h')).toMatchObject({ count: 2 });
  });

  test('each role is told what it may read, and no more', async () => {
    const parts = async (role: 'reviewer' | 'curator' | 'auditor') => {
      const { mail: _, ...rest } = await summary((await administrator(t, role)).token);
      return Object.entries(rest)
        .filter(([, part]) => part !== null)
        .map(([name]) => name);
    };
    expect(await parts('reviewer')).toEqual(['users', 'downloads']);
    expect(await parts('curator')).toEqual(['downloads', 'datasets', 'storage', 'jobs']);
    expect(await parts('auditor')).toEqual(['users', 'downloads', 'datasets', 'storage', 'jobs']);
  });

  test('what records may be filtered by: every dataset there was, newest first', async () => {
    const list = await t.call<DataOf<typeof listRecordDatasets>>('GET', '/api/v1/admin/records/datasets', {
      token: admin,
    });
    expect(list.map(({ name, version }) => `${name} ${version}`).sort()).toEqual([
      'Draft 2.0',
      'Gone 1.0',
      'Old 1.0',
      'One 1.0',
    ]);
    expect(list.at(-1)).toEqual({ id: datasetId, name: 'One', version: '1.0' });
  });

  test('other values of the filters → 400', async () => {
    for (const query of ['active=yes', 'within=25h', 'within=']) {
      const { code } = await t.ask('GET', `/api/v1/admin/records?${query}`, { token: admin });
      expect(code, query).toBe(400);
    }
  });
});

describe('decisions §9: the back office says where mails go', () => {
  test('with SMTP_URL they are no files', async () => {
    const t = await buildTestApp({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } });
    const { mail } = await t.call<Summary>('GET', '/api/v1/admin/summary', { token: await t.adminToken() });
    expect(mail).toEqual({ toFiles: false, givenUp: 0, delayed: 0 });
    await t.close();
  });
});
