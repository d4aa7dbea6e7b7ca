import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY } from '../shared/time.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { onEitherDatabase } from '../testing/databases.ts';
import { sql } from '../testing/look-inside.ts';

const QUIET = 600_000;

onEitherDatabase('decisions §4: a ZIP’s own hash', (database) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await buildTestApp({ database });
    await t.user('reader@example.org');
  });
  afterAll(() => t.close());

  const wholes = (datasetId: string) =>
    sql<{ sha256: string | null; state: string | null; run_at: number }>(
      t,
      `select objects.sha256, jobs.state, jobs.run_at from objects
       left join jobs on jobs.key = 'archive-hash:' || objects.id
       where dataset_id = '${datasetId}' and subset_id is null order by objects.created_at`,
    );
  const until = async (what: () => Promise<boolean>) => {
    while (!(await what())) await sleep(20);
  };

  test('computed when the dataset is out and quiet for 10 minutes; what was replaced meanwhile is not', async () => {
    const { dataset } = await t.dataset({ name: 'Quiet' });
    const publishedAt = t.clock.now;
    await until(async () => (await wholes(dataset.id))[0]?.state === 'waiting');
    t.clock.now += 60_000;
    const body = new FormData();
    body.append('subsets', new Blob(['more']), 'more.txt');
    const token = await t.adminToken();
    await t.call('POST', `/api/v1/admin/addSubsets/${dataset.id}`, { token, body });
    await until(async () => (await wholes(dataset.id))[1]?.state === 'waiting');
    expect((await wholes(dataset.id)).map((row) => Number(row.run_at))).toEqual([
      publishedAt + QUIET,
      publishedAt + 60_000 + QUIET,
    ]);
    t.clock.now += QUIET;
    await until(async () => (await wholes(dataset.id)).every((row) => row.state === 'done'));
    const page = await t.open(dataset.id, await t.login('reader@example.org'));
    const bytes = (await t.inject('GET', page.dataset.downloadUrl ?? '')).rawPayload;
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect((await wholes(dataset.id)).map((row) => row.sha256)).toEqual([null, sha256]);
    expect(page.dataset.sha256).toBe(sha256);
  });

  test('asking for the integrity file: 503 with Retry-After, and its job is the first', async () => {
    const { dataset } = await t.dataset({ name: 'Asked' });
    await until(async () => (await wholes(dataset.id))[0]?.state === 'waiting');
    const page = await t.open(dataset.id, await t.login('reader@example.org'));
    const ask = () => t.inject('GET', page.dataset.inspectionUrl ?? '');
    const first = await ask();
    expect(first.statusCode).toBe(503);
    expect(Number(first.headers['retry-after'])).toBeGreaterThan(0);
    await until(async () => (await ask()).statusCode === 200);
    const { body } = await ask();
    const bytes = (await t.inject('GET', page.dataset.downloadUrl ?? '')).rawPayload;
    expect(body.slice(0, 64)).toBe(createHash('sha256').update(bytes).digest('hex'));
    // A request just as the job ends adds another job, which finds nothing to do.
    expect(
      await sql(t, `select distinct subject from jobs where kind = 'archive-hash' and priority > 0`),
    ).toHaveLength(1);
  });

  test('over damaged bytes none is recorded: the file is marked, and with the right bytes there is a hash', async () => {
    for (const what of ['a file', 'the layout'] as const) {
      const { dataset } = await t.dataset({ name: `Damaged ${what}`, files: { 'a.bin': 'x'.repeat(5_000) } });
      const column = what === 'a file' ? 'is not null' : 'is null';
      const [row] = await sql<{ blob_key: string }>(
        t,
        `select blob_key from objects where dataset_id = '${dataset.id}' and subset_id ${column}`,
      );
      const key = row?.blob_key ?? '';
      const file = join(t.folder, 'blobs', key.slice(0, 2), key);
      const bytes = await readFile(file);
      const flipped = Buffer.from(bytes);
      flipped[flipped.length - 2] = (flipped.at(-2) ?? 0) ^ 1;
      await writeFile(file, flipped);
      await until(async () => (await wholes(dataset.id))[0]?.state === 'waiting');
      t.clock.now += QUIET;
      const marked = () => sql(t, `select key from blobs where mark = 'corrupt'`);
      await until(async () => (await marked()).length > 0);
      expect(await marked()).toEqual([{ key }]);
      expect((await wholes(dataset.id)).map((one) => one.sha256)).toEqual([null]);
      await writeFile(file, bytes);
      t.clock.now += DAY;
      await t.app.settle();
      expect(await marked()).toEqual([]);
      const page = await t.open(dataset.id, await t.login('reader@example.org'));
      const integrity = () => t.inject('GET', page.dataset.inspectionUrl ?? '');
      await until(async () => (await integrity()).statusCode === 200);
      const zip = (await t.inject('GET', page.dataset.downloadUrl ?? '')).rawPayload;
      expect((await integrity()).body.slice(0, 64)).toBe(createHash('sha256').update(zip).digest('hex'));
    }
  });

  test('a draft’s is not computed', async () => {
    const { dataset } = await t.dataset({ name: 'Draft', status: 'draft' });
    t.clock.now += QUIET;
    await t.app.settle();
    expect(await wholes(dataset.id)).toEqual([{ sha256: null, state: null, run_at: null }]);
  });
});
