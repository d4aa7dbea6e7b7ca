import { readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { DAY } from '../shared/time.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { onEitherDatabase } from '../testing/databases.ts';
import { holdJobs, type ImportRoot, importRoot } from '../testing/import-root.ts';
import { rowCount, sql } from '../testing/look-inside.ts';

const EMAIL = 'reader@example.org';

onEitherDatabase('fault: corrupt blob', (database) => {
  let t: TestApp;
  let root: ImportRoot;
  let id: string;
  beforeAll(async () => {
    root = await importRoot();
    t = await buildTestApp({ database, env: { IMPORT_ROOTS: root.path } });
    const files = { 'a.csv': 'a,b\n1,2\n', 'b.bin': 'x'.repeat(100_000), 'c.txt': 'sound' };
    ({ id } = (await t.dataset({ files })).dataset);
    await t.user(EMAIL);
    await t.app.settle();
  });
  afterAll(async () => {
    await t.close();
    await root.remove();
  });

  /** Path of a file's blob. */
  async function fileOf(name: string): Promise<string> {
    const [row] = await sql<{ blob_key: string }>(
      t,
      `select blob_key from objects join subsets on subsets.id = objects.subset_id where path like '%/${name}'`,
    );
    const key = row?.blob_key ?? '';
    return join(t.folder, 'blobs', key.slice(0, 2), key);
  }

  interface Answered {
    status: number;
    integrity: string;
    answer: Awaited<ReturnType<TestApp['inject']>>;
  }
  /** The response status of each download, by file name; `zip` is the whole dataset. */
  async function answers(method: 'GET' | 'HEAD' = 'GET'): Promise<Record<string, Answered>> {
    const page = await t.open(id, await t.login(EMAIL));
    const all = [['zip', page.dataset] as const, ...page.subsetList.map((row) => [row.path, row] as const)];
    const entries = all.map(async ([path, { downloadUrl = '', inspectionUrl = '' }]) => {
      const answer = await t.inject(method, downloadUrl);
      const integrity = (await t.inject('GET', inspectionUrl)).body;
      return [path.split('/').at(-1), { status: answer.statusCode, integrity, answer }] as const;
    });
    return Object.fromEntries(await Promise.all(entries));
  }
  const statuses = async (method?: 'GET' | 'HEAD') =>
    Object.fromEntries(Object.entries(await answers(method)).map(([name, { status }]) => [name, status]));
  const integrity = async () =>
    Object.fromEntries(Object.entries(await answers()).map(([name, one]) => [name, one.integrity]));
  const notices = async () => (await t.mails()).filter((mail) => /damaged|no longer/i.test(mail.text));

  const sound = { zip: 200, 'a.csv': 200, 'b.bin': 200, 'c.txt': 200 };

  const damages: [string, string, (file: string, bytes: Buffer) => Promise<void>][] = [
    [
      'a flipped byte',
      'a.csv',
      async (file, bytes) => {
        const flipped = Buffer.from(bytes);
        flipped[5] = (flipped[5] ?? 0) ^ 1;
        await writeFile(file, flipped);
      },
    ],
    ['a cut byte', 'b.bin', (file, bytes) => truncate(file, bytes.length - 1)],
  ];
  for (const [what, name, damage] of damages) {
    test(`${what}: found, marked, refused, told; right again: served again`, async () => {
      const before = await integrity();
      expect(await statuses()).toEqual(sound);
      const file = await fileOf(name);
      const bytes = await readFile(file);
      await damage(file, bytes);

      // Just verified: not due yet.
      await t.app.settle();
      expect(await rowCount(t, 'blobs where mark is not null')).toBe(0);
      t.clock.now += 25 * DAY;
      await t.app.settle();
      expect(await sql(t, 'select mark from blobs where mark is not null')).toEqual([{ mark: 'corrupt' }]);

      const refused = { ...sound, zip: 503, [name]: 503 };
      expect(await statuses()).toEqual(refused);
      expect(await statuses('HEAD')).toEqual(refused);
      for (const { status, answer } of Object.values(await answers()))
        if (status === 503)
          expect(answer.json()).toEqual({ code: 503, msg: expect.stringContaining('damaged') });
      expect(await integrity(), 'the original hashes').toEqual(before);

      const told = (await notices()).length;
      t.clock.now += 61_000;
      await t.app.settle();
      expect((await notices()).length, 'one mail').toBe(told + 1);

      t.clock.now += DAY;
      await t.app.settle();
      expect(await statuses(), 'still wrong').toEqual(refused);
      await writeFile(file, bytes);
      t.clock.now += DAY;
      await t.app.settle();
      expect(await rowCount(t, 'blobs where mark is not null')).toBe(0);
      expect(await statuses()).toEqual(sound);
      expect((await notices()).length).toBe(told + 1);
    });
  }

  test('each blob is read again within 30 days', async () => {
    t.clock.now += 26 * DAY;
    await t.app.settle();
    const late = `blobs where state = 'kept' and (scrubbed_at is null or scrubbed_at < ${t.clock.now - DAY})`;
    expect(await rowCount(t, late)).toBe(0);
    expect(await rowCount(t, "blobs where state = 'kept'")).toBeGreaterThanOrEqual(4);
  });

  test('a file that waits to be hashed for long is not called damaged', async () => {
    const held = await holdJobs(t, 'intake');
    const source = { import: await root.put('late.csv', 'late') };
    const draft = (await t.dataset({ name: 'Late', files: {}, status: 'draft' })).dataset;
    const body = { subsets: [{ path: 'late/late-1.0/late.csv', source }] };
    await t.call('POST', `/api/v1/admin/addSubsets/${draft.id}`, { token: await t.ownToken(), body });
    const wait = (until: number) =>
      sql(t, `update jobs set run_at = ${until} where kind = 'intake' and state = 'waiting'`);
    await wait(t.clock.now + 100 * DAY);
    await held();
    const told = (await notices()).length;
    t.clock.now += 26 * DAY;
    await t.app.settle();
    t.clock.now += 61_000;
    await t.app.settle();
    expect(await rowCount(t, 'blobs where mark is not null')).toBe(0);
    expect((await notices()).length).toBe(told);
    await wait(t.clock.now);
    await t.app.settle();
    expect(await rowCount(t, "blobs where sha256 = '' or mark is not null"), 'hashed, and sound').toBe(0);
  });

  test('a start looks for what is due: who restarts often does not wait for a full hour each time', async () => {
    const kept = "blobs where state = 'kept'";
    await t.app.close();
    // It is closed already.
    t.app.close = async () => {};
    t.clock.now += 26 * DAY;
    const config = readConfig({
      DATA_DIR: t.folder,
      ...(t.databaseUrl ? { DATABASE_URL: t.databaseUrl } : {}),
    });
    const app = await buildApp({ config, now: () => t.clock.now });
    try {
      const read = `${kept} and scrubbed_at = ${t.clock.now}`;
      await expect.poll(() => rowCount(t, read)).toBe(await rowCount(t, kept));
    } finally {
      await app.close();
    }
  });
});
