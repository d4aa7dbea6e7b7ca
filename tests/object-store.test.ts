// @module-tag guards
import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fileUrl } from '../contract/file-url.ts';
import type { DownloadRecord } from '../contract/statistics.ts';
import { loadS3 } from '../server/storage/index.ts';
import { buildTestApp, type TestApp } from '../server/testing/build-test-app.ts';
import { freshPlace, type ObjectStorePlace, onObjectStore } from '../server/testing/object-store.ts';
import { havePrograms } from './support/programs.ts';
import { randomBytes } from './support/random.ts';

const { s3Place } = await loadS3();

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Long enough for several parts and several requests to the store. */
const SCAN = randomBytes(10_000_000);
const TABLE = Buffer.from('subject,age\n1,33\n2,41\n');

const haveTools = () =>
  havePrograms(['unzip', 'curl'], { test: 'the whole road on an object store', packages: 'unzip, curl' });

onObjectStore('§4, §5 the whole road on an object store', () => {
  if (!haveTools()) {
    test.skip('NOT RUN: unzip or curl is not there', () => {});
    return;
  }
  let place: ObjectStorePlace;
  let t: TestApp;
  let url: string;

  async function begin(env: Record<string, string> = {}): Promise<void> {
    t = await buildTestApp({ env: { ...place.env, ...env } });
    url = await t.server.listen({ port: 0, host: '127.0.0.1' });
  }
  beforeEach(async () => {
    place = await freshPlace();
  });
  afterEach(() => t.close());

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(url + path, { headers, redirect: 'manual' });
  const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
  async function published() {
    const { dataset } = await t.dataset({
      files: { 'scan.nii': new Uint8Array(SCAN), 'table.csv': new Uint8Array(TABLE) },
    });
    const user = await t.user('ada@lab.example');
    await t.app.settle();
    const opened = await t.open(dataset.id, user.token);
    const [scan, table] = ['scan.nii', 'table.csv'].map((name) =>
      opened.subsetList.find(({ path }) => path.endsWith(name)),
    );
    return { id: dataset.id, dataset: opened.dataset, scan, table };
  }

  test('form → bucket → whole, ranges, ZIP, integrity, records; no blob on the disk', async () => {
    await begin();
    const { dataset, scan, table } = await published();
    expect(scan?.sha256).toBe(sha256(SCAN));

    const whole = await get(scan?.downloadUrl ?? '');
    expect(whole.status).toBe(200);
    expect(whole.headers.get('content-length')).toBe(String(SCAN.length));
    expect((await bytesOf(whole)).equals(SCAN)).toBe(true);
    const etag = whole.headers.get('etag') ?? '';
    for (const [start, end] of [
      [0, 0],
      [8_388_607, 8_388_608],
      [5_000_000, 9_999_999],
    ] as const) {
      const part = await get(scan?.downloadUrl ?? '', { range: `bytes=${start}-${end}`, 'if-range': etag });
      expect(part.status).toBe(206);
      expect((await bytesOf(part)).equals(SCAN.subarray(start, end + 1)), `${start}-${end}`).toBe(true);
    }
    expect((await bytesOf(await get(table?.downloadUrl ?? ''))).equals(TABLE)).toBe(true);
    const line = await (await get(scan?.inspectionUrl ?? '')).text();
    expect(line).toBe(`${sha256(SCAN)}  scan.nii\n`);

    const zip = await bytesOf(await get(dataset.downloadUrl ?? ''));
    const file = join(t.folder, 'whole.zip');
    await writeFile(file, zip);
    execFileSync('unzip', ['-tq', file]);
    const name = execFileSync('unzip', ['-Z1', file], { encoding: 'utf8' })
      .split('\n')
      .find((entry) => entry.endsWith('scan.nii'));
    const unpacked = execFileSync('unzip', ['-p', file, name ?? ''], { maxBuffer: SCAN.length * 2 });
    expect(unpacked.equals(SCAN)).toBe(true);
    const middle = await get(dataset.downloadUrl ?? '', { range: 'bytes=4000000-4999999' });
    expect((await bytesOf(middle)).equals(zip.subarray(4_000_000, 5_000_000))).toBe(true);

    await t.app.settle();
    const { list } = await t.call<{ list: DownloadRecord[] }>('GET', '/api/v1/admin/records', {
      token: await t.adminToken(),
    });
    const records = list.filter(({ subsetPath }) => subsetPath.endsWith('scan.nii'));
    expect(records).toContainEqual(expect.objectContaining({ complete: true, totalBytes: SCAN.length }));

    const { client, bucket: Bucket, prefix: Prefix } = s3Place(place.config, () => {});
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, Prefix }));
    expect(Contents.map(({ Size }) => Size)).toEqual(expect.arrayContaining([SCAN.length, TABLE.length]));
    expect(await readdir(t.folder)).not.toContain('blobs');
  });

  test('releases "Files": tree and files by their own addresses; with DELIVERY=redirect the store sends them', async () => {
    for (const env of [{}, { DELIVERY: 'redirect' }] as Record<string, string>[]) {
      await begin(env);
      const { id, scan } = await published();
      const token = await t.login('ada@lab.example');
      const { list, ticket } = await t.call<{ list: { path: string; sha256: string }[]; ticket: string }>(
        'GET',
        `/api/v1/dataset/${id}/files`,
        { token },
      );
      expect(list).toMatchObject([{ path: 'scan.nii', sha256: scan?.sha256 }, { path: 'table.csv' }]);
      const link = fileUrl(id, 'scan.nii', { token: ticket });
      expect((await get(link)).status).toBe(env.DELIVERY ? 302 : 200);
      expect(sha256(await bytesOf(await fetch(url + link)))).toBe(scan?.sha256);
      const part = await fetch(url + link, { headers: { range: 'bytes=5000000-5999999' } });
      expect([part.status, (await bytesOf(part)).equals(SCAN.subarray(5_000_000, 6_000_000))]).toEqual([
        206,
        true,
      ]);
      await bytesOf(await fetch(url + fileUrl(id, 'table.csv', { token: ticket })));
      await t.app.settle();
      const records = await t.call<{ list: DownloadRecord[] }>('GET', '/api/v1/admin/records', {
        token: await t.adminToken(),
      });
      expect(records.list).toMatchObject([{ complete: env.DELIVERY ? null : true }]);
      if (env.DELIVERY === undefined) await t.close();
    }
  });

  test('DELIVERY=redirect: the portal judges, the store sends; ZIPs still come from the portal', async () => {
    await begin({ DELIVERY: 'redirect' });
    const { dataset, scan, table } = await published();
    const link = scan?.downloadUrl ?? '';
    const first = await get(link);
    expect(first.status).toBe(302);
    const location = new URL(first.headers.get('location') ?? '');
    expect(Number(location.port)).toBe(place.port);
    expect(location.searchParams.get('X-Amz-Expires')).toBe('900');

    const follow = (headers: Record<string, string> = {}) => fetch(url + link, { headers });
    const whole = await follow();
    expect(whole.headers.get('content-disposition')).toContain('scan.nii');
    expect(sha256(await bytesOf(whole))).toBe(scan?.sha256);
    const part = await follow({ range: 'bytes=5000000-5999999' });
    expect(part.status).toBe(206);
    expect((await bytesOf(part)).equals(SCAN.subarray(5_000_000, 6_000_000))).toBe(true);
    const file = join(t.folder, 'scan.nii');
    await writeFile(file, SCAN.subarray(0, 7_000_000));
    await promisify(execFile)('curl', ['-fsSL', '-C', '-', '-o', file, url + link], { timeout: 20_000 });
    expect(sha256(await readFile(file))).toBe(scan?.sha256);

    const ours = (await get(link, { range: 'bytes=0-0', 'if-match': '*' })).headers.get('etag') ?? '';
    expect(ours).toBe(`"${scan?.sha256}"`);
    expect((await follow({ range: 'bytes=1-2', 'if-range': ours })).status).toBe(206);
    // Of another revision: the whole of this one, never an end that does not fit the beginning.
    const other = await follow({ range: 'bytes=1-2', 'if-range': `"${sha256(TABLE)}"` });
    expect([other.status, sha256(await bytesOf(other))]).toEqual([200, scan?.sha256]);

    const signedOut = await get(link.replace(/token=[^&]*/, 'token=nonsense'));
    expect(signedOut.status).toBe(401);
    expect((await get(dataset.downloadUrl ?? '')).status).toBe(200);
    expect((await bytesOf(await fetch(url + (table?.downloadUrl ?? '')))).equals(TABLE)).toBe(true);

    await t.app.settle();
    const { list } = await t.call<{ list: DownloadRecord[] }>('GET', '/api/v1/admin/records', {
      token: await t.adminToken(),
    });
    // What the store sends, nobody here can count: granted, complete unknown.
    const granted = list.filter(({ complete }) => complete === null);
    expect(granted.length).toBeGreaterThan(0);
    expect(granted.every(({ subsetPath }) => /\.(nii|csv)$/.test(subsetPath))).toBe(true);
  });
});
