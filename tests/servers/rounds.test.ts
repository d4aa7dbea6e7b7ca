// @module-tag guards
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Subset } from '../../contract/catalogue.ts';
import { ADMIN } from '../../server/testing/admin.ts';
import type { TestApp } from '../../server/testing/build-test-app.ts';
import { rowCount, sql } from '../../server/testing/look-inside.ts';
import { onObjectStore } from '../../server/testing/object-store.ts';
import { type TwoServers, twoServers } from '../../server/testing/two-servers.ts';

const DAY = 86_400_000;
const ADA = 'ada@example.org';
/** More than four batches of the removal. */
const MANY = 1_100;

onObjectStore('operations.md "Several servers": the rounds of both at the same moment', () => {
  let two: TwoServers;
  let trashed: string;
  let published: string;
  beforeAll(async () => {
    two = await twoServers({
      async prepare(a) {
        const { token } = await a.user(ADA);
        const { dataset } = await a.dataset({ name: 'Followed' });
        const file = { 'gone.csv': 'bytes that nobody else has' };
        ({
          dataset: { id: trashed },
        } = await a.dataset({ name: 'Trashed', files: file }));
        await a.call('POST', '/api/v1/follows', { token, body: { datasetId: dataset.id, pace: 'at once' } });
        await a.app.settle();
        await due(a, dataset.id, token);
      },
    });
  });
  afterAll(() => two?.close());

  /** Something to do for every round; of what mails, something to tell. */
  async function due(a: TestApp, datasetId: string, token: string): Promise<void> {
    const admin = await a.ownToken();
    const next = await a.call<{ id: string }>('POST', `/api/v1/admin/dataset/${datasetId}/newVersion`, {
      token: admin,
      body: { version: '2.0', note: '' },
    });
    await a.call('PUT', `/api/v1/admin/updateDataset/${next.id}`, {
      token: admin,
      body: { status: 'published' },
    });
    published = next.id;
    const message = 'The header lacks a column.';
    await a.call('POST', '/api/v1/problemReports', { token, body: { datasetId, message } });
    const [subset] = (await a.open(datasetId, token)).subsetList as [Subset];
    const headers = { 'user-agent': 'curl/8.5.0' };
    await a.inject('GET', subset.downloadUrl ?? '', { headers });
    await a.call('DELETE', `/api/v1/admin/dataset/${trashed}`, { token: admin });
    const times = [...Array(MANY).keys()].map((n) => `('${n}', '${n}', 'user', 'x', 1, 1, 1, 1, 1, '', '')`);
    await sql(
      a,
      `insert into sessions (token_hash, session_id, identity, subject_id, created_at, expires_at, absolute_at,
         began_at, last_used_at, ip, user_agent) values ${times.join(', ')}`,
    );
    await sql(a, `insert into account_failures (account_hash, failures, lapses_at) values ('a', '[1]', 1)`);
    await sql(
      a,
      `insert into blobs (key, owner, state, size, sha256, crc32, created_at, mark, marked_at)
         values ('${'x'.repeat(20)}', 'nobody', 'kept', 1, 'x', 1, 1, 'corrupt', ${a.clock.now})`,
    );
  }

  const both = () => Promise.all([two.a.app.settle(), two.b.app.settle()]);

  test('each mail leaves once, everything that is over is gone, and nothing fails', async () => {
    const { a } = two;
    const mailsTo = (recipient: string) => rowCount(a, `outbox where recipient = '${recipient}'`);
    const addressed = async () => [await mailsTo(ADA), await mailsTo(ADMIN.username)];
    const [toAda = 0, toAdmin = 0] = await addressed();
    await both();
    a.clock.now += 31 * DAY;
    await both();
    await both();
    expect(await addressed(), 'news to one; a problem, and a fault, to the other').toEqual([
      toAda + 1,
      toAdmin + 2,
    ]);
    expect(await rowCount(a, 'outbox where sent_at is null')).toBe(0);
    expect(await two.mails()).toHaveLength(await rowCount(a, 'outbox'));
    expect(await rowCount(a, 'sessions where created_at = 1')).toBe(0);
    expect(await rowCount(a, 'account_failures')).toBe(0);
    expect(await rowCount(a, `objects where dataset_id = '${trashed}' and purged_at is null`)).toBe(0);
    expect(await rowCount(a, `blobs where state = 'purging'`)).toBe(0);
    expect(await rowCount(a, `blobs where state = 'purged'`)).toBeGreaterThan(0);
    const [month] = await sql<{ downloads: string }>(
      a,
      'select sum(downloads) as downloads from usage_months',
    );
    expect(Number(month?.downloads), 'a download, counted once').toBe(1);
    const hashed = `objects where kind = 'zip' and dataset_id = '${published}' and sha256 is not null`;
    expect(await rowCount(a, hashed)).toBe(1);
    expect(await rowCount(a, `jobs where state = 'failed'`)).toBe(0);
    expect(two.failures()).toEqual([]);
  });
});
