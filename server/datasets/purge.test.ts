import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from '../../contract/lists.ts';
import type { KeptHash } from '../../contract/trash.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { onEitherDatabase, temporaryFolder } from '../testing/databases.ts';
import { form, picture } from '../testing/forms.ts';
import { filesUnder, rowCount, sql } from '../testing/look-inside.ts';
import { onTheWire, type Wire } from '../testing/wire.ts';

const DAY = 86_400_000;
const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');

onEitherDatabase('decisions §4 and §5: what is kept for 30 days, and what for ever', (database) => {
  let t: TestApp;
  let wire: Wire;
  let roots: Awaited<ReturnType<typeof temporaryFolder>>;
  beforeAll(async () => {
    roots = await temporaryFolder();
    await mkdir(join(roots.path, 'in'));
    t = await buildTestApp({ database, env: { IMPORT_ROOTS: join(roots.path, 'in') } });
    wire = await onTheWire(t);
    await t.user('reader@example.org');
  });
  afterAll(async () => {
    await t.close();
    await roots.remove();
  });

  // Sessions expire while the clock jumps by weeks: one login per day.
  const live = new Map<string, Promise<string>>();
  const today = (who: string, signIn: () => Promise<string>): Promise<string> => {
    const key = `${who} ${t.clock.now}`;
    const token = live.get(key) ?? signIn();
    live.set(key, token);
    return token;
  };
  const admin = () => today('admin', t.adminToken);
  const reader = () => today('reader', () => t.login('reader@example.org'));
  const ask = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    t.ask(method, `/api/v1/admin/${path}`, { token: await admin(), ...(body ? { body } : {}) });
  const trash = async (kind: 'dataset' | 'subset', id = '') => {
    expect((await ask('DELETE', `${kind}/${id}`)).code).toBe(200);
  };
  const open = async (id: string) => t.open(id, await reader());
  const hashes = async (id: string, query = '') =>
    t.call<Page<KeptHash>>('GET', `/api/v1/admin/dataset/${id}/hashes${query}`, {
      token: await admin(),
    });
  const later = async (ms: number) => {
    t.clock.now += ms;
    await t.app.settle();
  };
  /** The states of the blobs with these bytes, and the number of files on the disk. */
  const statesOf = async (...contents: (string | Uint8Array)[]) => {
    const states = [];
    for (const content of contents) {
      const found = await sql<{ key: string; state: string }>(
        t,
        `select key, state from blobs where sha256 = '${sha256(content)}'`,
      );
      const files = await filesUnder(t, 'blobs');
      states.push(...found.map(({ key, state }) => `${state}, ${files.includes(key) ? 'there' : 'gone'}`));
    }
    return states;
  };
  /** The link without its ticket, for requests with a session. */
  const bare = (url = '') => url.replace(/token=[^&]*&?/, '');
  const get = async (url: string) => t.inject('GET', url, { token: await reader() });

  test('a dataset goes 30 days after it was deleted: bytes, picture; its records and hashes stay', async () => {
    const made = await t.call<{ id: string; samples: string }>('POST', '/api/v1/admin/addDataset', {
      token: await admin(),
      body: form(
        { name: 'Goes', version: '1', modalityName: 'MRI' },
        ['samples', await picture(), 'p.png'],
        ['subsets', 'goes one', 'a.txt'],
        ['subsets', 'goes two', 'b.txt'],
      ),
    });
    await ask('PUT', `updateDataset/${made.id}`, { status: 'published' });
    const shown = await open(made.id);
    for (const url of [shown.dataset.downloadUrl, shown.subsetList[0]?.downloadUrl])
      expect((await get(bare(url))).statusCode).toBe(200);
    await t.app.settle();
    const records = await rowCount(t, `records where dataset_id = '${made.id}'`);
    expect(records).toBe(2);
    const [stored] = await sql<{ blob_key: string }>(
      t,
      `select blob_key from static_files where path = '${made.samples}'`,
    );

    await trash('dataset', made.id);
    await later(30 * DAY - 1);
    expect(await statesOf('goes one', 'goes two')).toEqual(['kept, there', 'kept, there']);
    expect((await ask('GET', 'trash?keyword=Goes')).data).toMatchObject({ count: 1 });
    await later(1);
    expect(await statesOf('goes one', 'goes two')).toEqual(['purged, gone', 'purged, gone']);
    expect(await filesUnder(t, 'blobs')).not.toContain(stored?.blob_key);
    expect((await t.inject('GET', `/static/${made.samples}`)).statusCode).toBe(404);
    expect((await ask('GET', 'trash?keyword=Goes')).data).toMatchObject({ count: 0 });
    expect((await ask('POST', `trash/${made.id}/restore`)).code).toBe(404);
    expect((await ask('DELETE', `trash/${made.id}`)).code).toBe(404);
    expect(await rowCount(t, `records where dataset_id = '${made.id}'`)).toBe(records);
    const { list } = await hashes(made.id);
    expect(list).toEqual([
      expect.objectContaining({ path: 'goes/goes-1/a.txt', size: 8, sha256: sha256('goes one') }),
      expect.objectContaining({ path: 'goes/goes-1/b.txt', size: 8, sha256: sha256('goes two') }),
    ]);
    for (const row of list) {
      expect(Date.parse(row.purgedAt ?? '') - Date.parse(row.until ?? '')).toBe(30 * DAY);
      expect(Date.parse(row.from)).toBeLessThanOrEqual(Date.parse(row.until ?? ''));
    }
  });

  test('an old revision is served for 30 days, then 410; what the new one still needs stays', async () => {
    const { dataset, subsetList } = await t.dataset({
      name: 'Revised',
      files: { 'a.txt': 'revised a', 'b.txt': 'revised b' },
    });
    const old = (await open(dataset.id)).dataset.downloadUrl ?? '';
    const whole = (await get(bare(old))).rawPayload;
    await trash('subset', subsetList[1]?.id);
    expect((await get(bare(old))).rawPayload, 'the old revision').toEqual(whole);
    await later(30 * DAY - 1);
    expect((await get(bare(old))).rawPayload, 'to the last moment').toEqual(whole);
    await later(1);
    const gone = await get(bare(old));
    expect([gone.statusCode, gone.json().msg]).toEqual([
      410,
      'This link is for an old revision. Fetch a new one from the dataset page.',
    ]);
    expect(await statesOf('revised a', 'revised b')).toEqual(['kept, there', 'purged, gone']);
    const now = (await open(dataset.id)).subsetList.map(({ downloadUrl }) => downloadUrl);
    expect((await get(bare(now[0]))).body).toBe('revised a');
    expect((await hashes(dataset.id)).list).toMatchObject([
      { path: 'revised/revised-1.0/a.txt', until: null, purgedAt: null },
      {
        path: 'revised/revised-1.0/b.txt',
        sha256: sha256('revised b'),
        purgedAt: new Date(t.clock.now).toISOString(),
      },
    ]);
  });

  test('purged now: the bytes go, out of old ZIPs too, whose links are 410; the current ones stay whole', async () => {
    const { dataset, subsetList } = await t.dataset({
      name: 'Private',
      files: { 'a.txt': 'private a', 'b.txt': 'private b', 'c.txt': 'private c' },
    });
    const withAll = (await open(dataset.id)).dataset.downloadUrl ?? '';
    await trash('subset', subsetList[1]?.id);
    const without = (await open(dataset.id)).dataset.downloadUrl ?? '';
    await trash('subset', subsetList[2]?.id);
    expect((await ask('DELETE', `trash/${subsetList[1]?.id}`)).code).toBe(200);
    await t.app.settle();
    expect(await statesOf('private a', 'private b', 'private c')).toEqual([
      'kept, there',
      'purged, gone',
      'kept, there',
    ]);
    expect((await get(bare(withAll))).statusCode).toBe(410);
    const still = await get(bare(without));
    expect([still.statusCode, still.body.includes('private c')], 'an old ZIP without it').toEqual([
      200,
      true,
    ]);
    expect((await ask('POST', `trash/${subsetList[2]?.id}/restore`)).code).toBe(200);
    expect((await get(bare((await open(dataset.id)).dataset.downloadUrl))).body).toContain('private c');
  });

  test('files registered in place are never removed: their rows are purged, no more', async () => {
    const folder = join(roots.path, 'in', 'scans');
    await mkdir(join(folder, 'deep'), { recursive: true });
    await writeFile(join(folder, 'a.txt'), 'in place a');
    await writeFile(join(folder, 'deep', 'b.txt'), 'in place b');
    const { dataset } = await t.dataset({ name: 'In place', files: {} });
    const subsets = [{ path: 'in-place/in-place-1.0/scans.zip', desc: '', source: { import: folder } }];
    expect((await ask('POST', `addSubsets/${dataset.id}`, { subsets })).code).toBe(200);
    for (let tries = 0; (await hashes(dataset.id)).count < 2; tries++) {
      expect(tries, 'hashed').toBeLessThan(400);
      await sleep(50);
    }
    await trash('dataset', dataset.id);
    await later(31 * DAY);
    expect(await statesOf('in place a', 'in place b')).toEqual(['purged, gone', 'purged, gone']);
    expect(await readFile(join(folder, 'a.txt'), 'utf8'), 'theirs').toBe('in place a');
    expect(await readFile(join(folder, 'deep', 'b.txt'), 'utf8')).toBe('in place b');
    expect(await hashes(dataset.id)).toMatchObject({
      count: 2,
      list: [
        { path: 'in-place/in-place-1.0/scans/a.txt', size: 10, sha256: sha256('in place a') },
        { path: 'in-place/in-place-1.0/scans/deep/b.txt', size: 10, sha256: sha256('in place b') },
      ],
    });
    const second = await hashes(dataset.id, '?pageSize=1&pageIndex=2');
    expect(second).toMatchObject({ count: 2, list: [{ path: 'in-place/in-place-1.0/scans/deep/b.txt' }] });
  });

  test('purged while it runs: an open file ends whole, a ZIP breaks off; never a short 200', async () => {
    const big = Object.fromEntries(
      ['a', 'b', 'c'].map((name) => [`${name}.bin`, new Uint8Array(12_000_000).fill(name.charCodeAt(0))]),
    );
    const { dataset, subsetList } = await t.dataset({ name: 'Running', files: big });
    const links = await open(dataset.id);
    const [file, zip] = await Promise.all([
      wire.open(links.subsetList[0]?.downloadUrl ?? ''),
      wire.open(links.dataset.downloadUrl ?? ''),
    ]);
    const lengths = [file, zip].map((answer) => Number(answer.headers['content-length']));
    expect([file.statusCode, zip.statusCode, ...lengths]).toEqual([200, 200, 12_000_000, dataset.size]);
    for (const { id } of subsetList) expect(id).toBeTruthy();
    await trash('dataset', dataset.id);
    expect((await ask('DELETE', `trash/${dataset.id}`)).code).toBe(200);
    await t.app.settle();
    const read = async (answer: typeof file) => {
      let bytes = 0;
      try {
        for await (const piece of answer) bytes += (piece as Buffer).length;
        return { bytes, ended: 'whole' };
      } catch {
        return { bytes, ended: 'broken' };
      }
    };
    const results = await Promise.all([read(file), read(zip)]);
    expect(results[0]).toEqual({ bytes: 12_000_000, ended: 'whole' });
    expect(results[1]?.ended).toBe('broken');
    expect(results[1]?.bytes).toBeLessThan(dataset.size);
  });

  test('the hash list comes in pages; of no dataset it is 404', async () => {
    const files = Object.fromEntries(Array.from({ length: 7 }, (_, i) => [`${i}.txt`, `page ${i}`]));
    const { dataset } = await t.dataset({ name: 'Paged', files });
    const all = await hashes(dataset.id);
    expect(all).toMatchObject({ count: 7, pageIndex: 1, pageSize: 20 });
    expect(new Set(all.list.map((row) => row.sha256)).size).toBe(7);
    const pages = [];
    for (const pageIndex of [1, 2, 3, 4])
      pages.push(...(await hashes(dataset.id, `?pageSize=3&pageIndex=${pageIndex}`)).list);
    expect(pages).toEqual(all.list);
    expect((await ask('GET', 'dataset/nothing/hashes')).code).toBe(404);
  });

  test('bytes that cannot be removed wait for the next round', async () => {
    const { dataset } = await t.dataset({ name: 'Waits', files: { 'a.txt': 'waits' } });
    await trash('dataset', dataset.id);
    // The state after a crash: committed, but the bytes still exist.
    await sql(t, `update blobs set state = 'purging' where sha256 = '${sha256('waits')}'`);
    expect(await statesOf('waits')).toEqual(['purging, there']);
    await t.app.settle();
    expect(await statesOf('waits')).toEqual(['purged, gone']);
  });
});
