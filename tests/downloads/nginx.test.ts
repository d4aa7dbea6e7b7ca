import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileUrl } from '../../contract/file-url.ts';
import type { DownloadRecord } from '../../contract/statistics.ts';
import { readConfig } from '../../server/config.ts';
import { buildTestApp, type TestApp } from '../../server/testing/build-test-app.ts';
import { nameInHeader } from '../../server/testing/disposition.ts';
import { openReview } from '../../server/testing/reviewer.ts';
import { onTheWire } from '../../server/testing/wire.ts';
import { GUARD } from '../support/guards.ts';
import { NGINX, type Nginx, startNginx } from '../support/nginx.ts';
import { havePrograms } from '../support/programs.ts';

const SIZE = 3_000_000;
const BYTES = new Uint8Array(SIZE).map((_, i) => (i * 7 + (i >> 8)) % 256);
/** In the place of 256. */
const CONNECTIONS = 2;
const ETAG = `"${createHash('sha256').update(BYTES).digest('hex')}"`;

/** What deploy/nginx.conf says of the portal, as a reader would copy it: what is tested is what is recommended. */
function documented(port: number, blobs: string): { upstream: string; locations: string } {
  const page = readFileSync(new URL('../../deploy/nginx.conf', import.meta.url), 'utf8');
  const upstream = page
    .slice(page.indexOf('upstream vitrine {'), page.indexOf('server {\n  listen 80;'))
    .replace('127.0.0.1:3000', `127.0.0.1:${port}`);
  const locations = page
    .slice(page.lastIndexOf('  location / {'), page.lastIndexOf('}'))
    .replace('/var/lib/vitrine/blobs/', `${blobs}/`)
    .replace('limit_conn vitrine_downloads 256', `limit_conn vitrine_downloads ${CONNECTIONS}`);
  expect(upstream).toContain(`${port}`);
  expect(locations).toContain(blobs);
  expect(locations).toContain(`limit_conn vitrine_downloads ${CONNECTIONS};`);
  return { upstream, locations };
}

interface Got {
  status: number;
  headers: IncomingMessage['headers'];
  bytes: Buffer;
}

if (havePrograms([NGINX], { test: 'DELIVERY=x-accel with a real nginx', packages: 'nginx-light' })) {
  describe('decisions §5: DELIVERY=x-accel behind a real nginx, configured as documented', GUARD, () => {
    let t: TestApp;
    let nginx: Nginx;
    let url: string;
    let whole: string;
    let user: { id: string; token: string };
    let datasetId: string;
    beforeAll(async () => {
      t = await buildTestApp({ env: { DELIVERY: 'x-accel', TRUST_PROXY: '127.0.0.1' } });
      const { port } = await onTheWire(t);
      const { upstream, locations } = documented(port, join(t.folder, 'blobs'));
      nginx = await startNginx(
        `  access_log ${join(t.folder, 'nginx.log')} vitrine;\n${locations}`,
        upstream,
      );
      const made = await t.dataset({ name: 'Sent', files: { 'naïve 数据.bin': BYTES } });
      datasetId = made.dataset.id;
      user = await t.user('reader@example.org');
      const page = await t.open(datasetId, user.token);
      url = page.subsetList[0]?.downloadUrl ?? '';
      whole = page.dataset.downloadUrl ?? '';
    });
    afterAll(async () => {
      await nginx?.close();
      await t?.close();
    });

    const get = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Got> =>
      new Promise((resolve, reject) => {
        const call = request(nginx.url + path, { method, headers, agent: false }, async (answer) => {
          const bytes = Buffer.concat(await answer.toArray());
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes });
        });
        call.on('error', reject);
        call.end();
      });
    const range = (value: string, more: Record<string, string> = {}) =>
      get(url, { range: `bytes=${value}`, ...more });
    async function records(): Promise<DownloadRecord[]> {
      await t.app.settle();
      const { list } = await t.call<{ list: DownloadRecord[] }>(
        'GET',
        `/api/v1/admin/records?datasetId=${datasetId}&order=asc`,
        { token: await t.adminToken() },
      );
      return list;
    }

    test('the bytes come from nginx, with every header that the portal gives', async () => {
      const answer = await get(url);
      expect(answer.status).toBe(200);
      expect(answer.bytes.equals(BYTES)).toBe(true);
      const direct = await t.inject('HEAD', url);
      const names = [
        'etag',
        'content-length',
        'accept-ranges',
        'content-type',
        'content-disposition',
        'repr-digest',
        'cache-control',
        'x-content-type-options',
        'content-security-policy',
        'referrer-policy',
      ];
      for (const name of names) {
        expect(answer.headers[name], name).toBeDefined();
        expect(answer.headers[name], name).toBe(direct.headers[name]);
      }
      expect(answer.headers.etag).toBe(ETAG);
      expect(nameInHeader(String(answer.headers['content-disposition']))).toBe('naïve 数据.bin');
      expect(answer.headers.server).toMatch(/^nginx/);
      expect(answer.headers['last-modified']).toBeUndefined();
      // Sent by nginx: the portal itself only points to it.
      const pointed = await t.inject('GET', url);
      expect(pointed.headers['x-accel-redirect']).toMatch(/^\/_blobs\/[\w-]{2}\/[\w-]{20}$/);
      expect(pointed.rawPayload).toHaveLength(0);
      expect(answer.headers['x-accel-redirect']).toBeUndefined();
    });

    test('releases "Files": a file by its own address comes from nginx, too; what was granted is not complete', async () => {
      const { ticket: token } = await t.call<{ ticket: string }>(
        'GET',
        `/api/v1/dataset/${datasetId}/files`,
        {
          token: user.token,
        },
      );
      const before = await records();
      const file = fileUrl(datasetId, 'naïve 数据.bin', { token });
      const answer = await get(file, { range: 'bytes=5-9' });
      expect([answer.status, answer.bytes.equals(BYTES.subarray(5, 10))]).toEqual([206, true]);
      expect(answer.headers.server).toMatch(/^nginx/);
      expect((await get(file)).bytes.equals(BYTES)).toBe(true);
      const [one, ...more] = (await records()).filter(({ id }) => !before.some((known) => known.id === id));
      expect(one).toMatchObject({
        complete: null,
        bytesSent: SIZE + 5,
        subsetPath: expect.stringMatching(/\.zip$/),
      });
      expect(more).toEqual([]);
    });

    test('Range, If-Range, several ranges, HEAD, 304, 412 and 416 as the portal answers them', async () => {
      const part = await range('1000-1999');
      expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 1000-1999/${SIZE}`]);
      expect(part.bytes.equals(BYTES.subarray(1_000, 2_000))).toBe(true);
      expect(part.headers.etag).toBe(ETAG);
      const tail = await range('-5', { 'if-range': ETAG });
      expect([tail.status, tail.bytes.equals(BYTES.subarray(SIZE - 5))]).toEqual([206, true]);
      for (const other of ['"other"', `W/${ETAG}`, new Date().toUTCString(), new Date(0).toUTCString()])
        expect((await range('5-9', { 'if-range': other })).status, other).toBe(200);
      const several = await range('0-1,5-6');
      expect([several.status, several.bytes.length]).toEqual([200, SIZE]);
      const head = await get(url, { range: 'bytes=0-9' }, 'HEAD');
      expect([head.status, head.headers['content-length'], head.headers.etag]).toEqual([
        200,
        `${SIZE}`,
        ETAG,
      ]);
      expect((await get(url, { 'if-none-match': ETAG })).status).toBe(304);
      expect((await get(url, { 'if-match': '"other"' })).status).toBe(412);
      const same = await get(url, { 'if-match': ETAG });
      expect([same.status, same.bytes.length]).toEqual([200, SIZE]);
      expect((await get(url, { 'if-modified-since': new Date().toUTCString() })).status).toBe(200);
      const beyond = await range(`${SIZE}-`);
      expect([beyond.status, beyond.headers['content-range']]).toEqual([416, `bytes */${SIZE}`]);
    });

    test('as many files at a time to one address as limit_conn says, and no more', async () => {
      // More than fits into the sockets' buffers, so that an answer nobody reads stays open.
      const large = await t.dataset({ name: 'Large', files: { 'large.bin': new Uint8Array(32_000_000) } });
      const own = (await t.open(large.dataset.id, user.token)).subsetList[0]?.downloadUrl ?? '';
      const held = await Promise.all(
        Array.from(
          { length: CONNECTIONS },
          () =>
            new Promise<IncomingMessage>((resolve, reject) => {
              request(nginx.url + own, { agent: false }, resolve)
                .on('error', reject)
                .end();
            }),
        ),
      );
      expect(held.map(({ statusCode }) => statusCode)).toEqual(held.map(() => 200));
      expect((await get(url)).status).toBe(429);
      for (const answer of held) answer.destroy();
      await expect.poll(async () => (await get(url)).status).toBe(200);
    });

    test('a computed ZIP always streams, through nginx', async () => {
      const answer = await get(whole);
      expect(answer.status).toBe(200);
      expect(answer.bytes.subarray(0, 2).toString()).toBe('PK');
      expect((await t.inject('GET', whole)).headers['x-accel-redirect']).toBeUndefined();
    });

    test('the record holds the ranges granted, and how it went is not known', async () => {
      const other = await t.user('other@example.org');
      const own = (await t.open(datasetId, other.token)).subsetList[0]?.downloadUrl ?? '';
      await get(own, { range: 'bytes=0-999' });
      await get(own, { range: 'bytes=5000-5999' });
      await get(own, {}, 'HEAD');
      const mine = (await records()).filter(({ email }) => email === 'other@example.org');
      expect(mine).toMatchObject([{ bytesSent: 2_000, totalBytes: SIZE, complete: null, finishedAt: null }]);
    });

    test('threat 39: its log has the addresses of visitors, and none of a reviewer', async () => {
      const guest = await openReview(t);
      const own = await t.call<{ dataset: { downloadUrl: string }; subsetList: { downloadUrl: string }[] }>(
        'GET',
        `/api/v1/dataset/${guest.id}`,
        { token: guest.token },
      );
      const authorization = `Bearer ${guest.token}`;
      // Of a blob, which is sent from another location, and of a computed ZIP.
      const theirs = [own.subsetList[0]?.downloadUrl ?? '', own.dataset.downloadUrl];
      const log = () => readFileSync(join(t.folder, 'nginx.log'), 'utf8');
      const before = log().length;
      for (const path of [...theirs, '/review', '/api/v1/review?x', '/static/a.png', '/assets/review.js'])
        await get(path);
      await get('/api/v1/review/leave', { authorization }, 'POST');
      await get(`/api/v1/dataset/${guest.id}`, { authorization });
      await get('/api/v1/setting', { authorization });
      const lines = () => log().slice(before).trimEnd().split('\n');
      await expect.poll(() => lines().length).toBe(9);
      expect(lines().filter((line) => !line.startsWith('- ['))).toEqual([]);
      for (const path of ['/', url, '/datasetDetail/review', '/api/v1/reviewWait']) await get(path);
      await expect.poll(() => lines().length).toBe(13);
      expect(lines().filter((line) => line.startsWith('127.0.0.1 ['))).toHaveLength(4);
      expect(log()).not.toContain('token=');
    });

    test('there is no way to the internal location, and none around the portal', async () => {
      const [folder = ''] = readdirSync(join(t.folder, 'blobs'));
      const [blob = ''] = readdirSync(join(t.folder, 'blobs', folder));
      for (const path of [
        `/_blobs/${folder}/${blob}`,
        `/_blobs/${folder}/`,
        `/%5fblobs/${folder}/${blob}`,
        `//_blobs/${folder}/${blob}`,
        '/_blobs/../vitrine.sqlite',
      ])
        expect((await get(path)).status, path).toBe(404);
      expect((await get(url.split('?')[0] ?? '')).status).toBe(401);
    });

    test('threat 9: a suspended user is refused at once', async () => {
      expect((await range('0-9')).status).toBe(206);
      await t.call('PUT', `/api/v1/admin/userReview/${user.id}/suspended`, {
        token: await t.adminToken(),
        body: { reason: 'A test.' },
      });
      const answer = await range('0-9');
      expect([answer.status, JSON.parse(answer.bytes.toString()).code]).toEqual([403, 403]);
    });
  });
}

test('a DELIVERY that cannot work is refused at start', () => {
  expect(() => readConfig({ DELIVERY: 'redirect' })).toThrow('DELIVERY=redirect needs STORAGE_URL');
  expect(() => readConfig({ DELIVERY: 'other' })).toThrow('DELIVERY');
});
