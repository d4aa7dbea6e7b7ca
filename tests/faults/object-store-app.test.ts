import { ListMultipartUploadsCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DownloadRecord } from '../../contract/statistics.ts';
import { loadS3 } from '../../server/storage/index.ts';
import { buildTestApp, type TestApp } from '../../server/testing/build-test-app.ts';
import { rowCount, sql } from '../../server/testing/look-inside.ts';
import { freshPlace, type ObjectStorePlace, onObjectStore } from '../../server/testing/object-store.ts';
import { type HttpProxy, type RequestPlan, startHttpProxy } from '../support/http-proxy.ts';
import { randomBytes } from '../support/random.ts';

const { s3Place } = await loadS3();

/** ms: three tries of 5 seconds, their pauses, and much room for a busy machine. */
const BOUNDED = 40_000;
const wholes = 'select id from objects where subset_id is null and superseded_at is null';
const BYTES = new Uint8Array(randomBytes(3_000_000));

onObjectStore('fault: the object store fails, as the portal’s clients see it', () => {
  let place: ObjectStorePlace;
  let proxy: HttpProxy;
  let t: TestApp;
  let url: string;
  let plan: (method: string, path: string) => RequestPlan;

  beforeEach(async () => {
    plan = () => 'pass';
    place = await freshPlace();
    proxy = await startHttpProxy(place.port, ({ method = '', url: path = '' }) => plan(method, path));
    const { STORAGE_URL, ...keys } = place.env;
    const storage = new URL(STORAGE_URL);
    storage.searchParams.set('endpoint', proxy.url);
    storage.searchParams.set('timeout', '5');
    t = await buildTestApp({ env: { ...keys, STORAGE_URL: storage.href } });
    url = await t.server.listen({ port: 0, host: '127.0.0.1' });
  });
  afterEach(async () => {
    plan = () => 'pass';
    await t.close();
    await proxy.close();
  });

  const always = (wanted: RequestPlan, verb: string) => (method: string, path: string) =>
    method === verb && path.includes('/blobs/') ? wanted : 'pass';
  async function link(): Promise<string> {
    const { dataset } = await t.dataset({ files: { 'scan.nii': BYTES } });
    const user = await t.user('ada@lab.example');
    await t.app.settle();
    return (await t.open(dataset.id, user.token)).subsetList[0]?.downloadUrl ?? '';
  }
  const asked = () => proxy.seen.filter((line) => line.startsWith('GET') && line.includes('/blobs/')).length;
  async function records(): Promise<DownloadRecord[]> {
    await t.app.settle();
    const token = await t.adminToken();
    return (await t.call<{ list: DownloadRecord[] }>('GET', '/api/v1/admin/records', { token })).list;
  }

  test('a body cut in every try: the client’s connection breaks, never a complete 200', async () => {
    const path = await link();
    const before = asked();
    plan = always('cut', 'GET');
    const response = await fetch(url + path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe(String(BYTES.length));
    await expect(response.arrayBuffer()).rejects.toThrow();
    expect(asked() - before).toBe(3);
    expect(await records()).toMatchObject([{ complete: false }]);
  });

  test('a body cut once: the client gets every byte and notices nothing', async () => {
    const path = await link();
    let cuts = 1;
    plan = (method) => (method === 'GET' && cuts-- > 0 ? 'cut' : 'pass');
    const response = await fetch(url + path);
    expect(Buffer.from(await response.arrayBuffer()).equals(BYTES)).toBe(true);
    expect(cuts).toBeLessThan(0);
    expect(await records()).toMatchObject([{ complete: true }]);
  });

  test('503, and no answer at all: a clear 503 with Retry-After in bounded time, and no record', async () => {
    const path = await link();
    for (const wanted of ['503', 'hang'] as const) {
      const before = asked();
      plan = always(wanted, 'GET');
      const began = performance.now();
      const response = await fetch(url + path);
      expect(response.status, wanted).toBe(503);
      expect(response.headers.get('retry-after')).toBe('30');
      expect(await response.json()).toMatchObject({ code: 503, msg: expect.stringContaining('storage') });
      expect(performance.now() - began).toBeLessThan(BOUNDED);
      expect(asked() - before).toBe(3);
    }
    expect(await records()).toEqual([]);
  });

  test('an upload into a store that fails: 503, no dataset, no object, no upload, no row', async () => {
    plan = always('503', 'PUT');
    const token = await t.adminToken();
    for (const size of [1_000, 9_000_000]) {
      const body = new FormData();
      for (const [name, value] of Object.entries({ name: 'Brain', version: '1', modalityName: 'MRI' }))
        body.append(name, value);
      body.append('subsets', new Blob([new Uint8Array(size)]), 'scan.nii');
      const answer = await t.ask('POST', '/api/v1/admin/addDataset', { token, body });
      expect(answer.code).toBe(503);
      expect(answer.msg).toContain('storage');
    }
    expect(await rowCount(t, 'datasets')).toBe(0);
    expect(await rowCount(t, 'blobs')).toBe(0);
    const { client, bucket: Bucket, prefix: Prefix } = s3Place(place.config, () => {});
    expect((await client.send(new ListObjectsV2Command({ Bucket, Prefix }))).Contents).toBeUndefined();
    expect((await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix }))).Uploads).toBeUndefined();
  });

  test('a change of a dataset’s names waits for no silent store: the database goes on, the ZIP follows', async () => {
    await link();
    const token = await t.adminToken();
    const [subset] = await sql<{ id: string; path: string }>(t, 'select id, path from subsets');
    const [before] = await sql(t, wholes);
    plan = always('hang', 'PUT');
    const path = subset?.path.replace('scan.nii', 'renamed.nii');
    await t.call('PUT', `/api/v1/admin/subset/${subset?.id}`, { token, body: { path } });
    expect(await sql(t, wholes), 'the former ZIP stands').toEqual([before]);
    plan = () => 'pass';
    await t.app.settle();
    expect(await sql(t, wholes)).toHaveLength(1);
    expect(await sql(t, wholes)).not.toEqual([before]);
  });

  test('§9 /readyz: 503 in bounded time while the store fails or is silent, and well again after', async () => {
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    for (const wanted of ['503', 'hang', 'loseAnswer'] as const) {
      plan = () => wanted;
      const began = performance.now();
      expect((await fetch(`${url}/readyz`)).status, wanted).toBe(503);
      expect(performance.now() - began).toBeLessThan(BOUNDED);
      plan = () => 'pass';
      // One who asks while a look runs gets its answer.
      await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200);
    }
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });
});
