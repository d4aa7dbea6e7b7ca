// @module-tag long

import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Dataset } from '../../contract/catalogue.ts';
import { form, newDataset, picture } from '../../server/testing/forms.ts';
import { inBrowser } from '../support/browser.ts';
import { adminTokenOf, callServer, type ServerProcess, startServer } from '../support/server-process.ts';

const NASTY = `</script><script>window.hurt = 1</script><img src=x onerror="window.hurt = 1">`;
const nasty = Object.fromEntries(
  ['modalityName', 'detail', 'license', 'authors', 'citation', 'keywords'].map((field) => [field, NASTY]),
);

let dataDir: string;
let server: ServerProcess;
const ids: string[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-machines-'));
  server = await startServer(dataDir);
  const token = await adminTokenOf(server.url);
  for (const name of ['Alpha', 'Beta', 'Gamma', 'Delta', `Old ${NASTY}`]) {
    const body = form(
      newDataset(name, { ...nasty, path: `set/${ids.length}.zip` }),
      ['samples', await picture('png', 1_200, 750), 'a.png'],
      ['subsets', 'a', 'a.txt'],
    );
    const answer = await fetch(`${server.url}/api/v1/admin/addDataset`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body,
    });
    const { data } = (await answer.json()) as { data: Dataset };
    ids.push(data.id);
    if (name.startsWith('Old')) makeOld(data);
    await callServer(server.url, 'PUT', `/api/v1/admin/updateDataset/${data.id}`, {
      token,
      body: { status: 'published' },
    });
  }
}, 60_000);
afterAll(async () => {
  await server?.end();
  await rm(dataDir, { recursive: true, force: true });
});

/** As portals kept pictures before there were several forms: one, at a path that tells no size. */
function makeOld({ id, samples }: Dataset): void {
  const database = new Database(join(dataDir, 'vitrine.sqlite'), { timeout: 5_000 });
  const old = 'samples/abcdefghij0123456789.webp';
  database.prepare('update static_files set path = ? where path = ?').run(old, samples);
  database.prepare('update datasets set samples = ? where id = ?').run(old, id);
  database.close();
}

/** Node's own client: `fetch` unpacks what it gets. */
const raw = (path: string, headers: Record<string, string>) =>
  new Promise<{ headers: NodeJS.Dict<string | string[]>; bytes: Buffer }>((resolve, reject) => {
    request(server.url + path, { headers }, async (answer) => {
      const pieces: Buffer[] = [];
      for await (const piece of answer) pieces.push(piece as Buffer);
      resolve({ headers: answer.headers, bytes: Buffer.concat(pieces) });
    })
      .on('error', reject)
      .end();
  });

describe('issue 5, caching: assets', () => {
  test('a hashed name for a year, ready in brotli and gzip, told apart by Vary', async () => {
    const html = await (await fetch(server.url)).text();
    const scripts = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:m?js|css|svg))"/g)].map(
      ([, path]) => path ?? '',
    );
    expect(scripts.length).toBeGreaterThan(3);
    for (const path of scripts) {
      const plain = await raw(path, { 'accept-encoding': 'identity' });
      const br = await raw(path, { 'accept-encoding': 'gzip, deflate, br, zstd' });
      const gz = await raw(path, { 'accept-encoding': 'gzip' });
      for (const { headers } of [plain, br, gz]) {
        expect(headers['cache-control'], path).toBe('public, max-age=31536000, immutable');
        expect(headers.vary, path).toMatch(/accept-encoding/i);
        expect(headers['content-type'], path).toBe(plain.headers['content-type']);
        expect(headers['x-content-type-options'], path).toBe('nosniff');
      }
      expect(plain.headers['content-encoding']).toBeUndefined();
      if (plain.bytes.length < 500) continue;
      expect(br.headers['content-encoding'], path).toBe('br');
      expect(brotliDecompressSync(br.bytes).equals(plain.bytes), path).toBe(true);
      expect(gz.headers['content-encoding'], path).toBe('gzip');
      expect(gunzipSync(gz.bytes).equals(plain.bytes), path).toBe(true);
    }
  });

  test('pages: one weak ETag for every encoding, 304 when the browser has it', async () => {
    for (const path of ['/', `/datasetDetail/${ids[0]}`]) {
      const first = await raw(path, { 'accept-encoding': 'br' });
      expect(first.headers.etag, path).toMatch(/^W\/"/);
      expect(first.headers['cache-control']).toBe('no-cache');
      expect(first.headers.vary).toMatch(/Accept-Encoding/);
      const again = await fetch(server.url + path, {
        headers: { 'if-none-match': String(first.headers.etag) },
      });
      expect(again.status, path).toBe(304);
    }
  });
});

inBrowser('issue 5, pictures, for machines, and fetching ahead', (desk) => {
  test('threats row 17: what machines read is data to a browser: nothing runs, the policy refuses nothing', async () => {
    const { page, complaints, context } = await desk.person();
    for (const path of ['/', ...ids.map((id) => `/datasetDetail/${id}`)]) {
      await page.goto(server.url + path);
      await page.waitForLoadState('networkidle');
      const types = await page.evaluate<string[]>(`
        Array.from(document.querySelectorAll('script[type="application/ld+json"]'), (one) => JSON.parse(one.textContent)['@type'])
      `);
      expect(types).toEqual([path === '/' ? 'DataCatalog' : 'Dataset']);
      expect(await page.evaluate(`'hurt' in window`), path).toBe(false);
    }
    expect(complaints.list).toEqual([]);
    await context.close();
  });

  test('sitemap and feed are well-formed for a parser of XML, markup in names is text', async () => {
    const { page, context } = await desk.person();
    await page.goto(server.url);
    const read = await page.evaluate<{
      broken: number[];
      addresses: number;
      whole: boolean[];
      titles: string[];
      linked: string;
    }>(`(async () => {
      const parse = async (path) =>
        new DOMParser().parseFromString(await (await fetch(path)).text(), 'application/xml');
      const [sitemap, feed] = [await parse('/sitemap.xml'), await parse('/feed.xml')];
      const parts = ['id', 'title', 'updated', 'summary', 'link[href]'];
      return {
        broken: [sitemap, feed].map((one) => one.querySelectorAll('parsererror').length),
        addresses: sitemap.querySelectorAll('url > loc').length,
        whole: Array.from(feed.querySelectorAll('feed > entry'), (entry) =>
          parts.every((name) => entry.querySelectorAll(name).length === 1)),
        titles: Array.from(feed.querySelectorAll('entry > title'), (title) => title.textContent),
        linked: document.querySelector('link[type="application/atom+xml"]').getAttribute('href'),
      };
    })()`);
    expect(read).toMatchObject({ broken: [0, 0], addresses: 6, linked: '/feed.xml' });
    expect(read.whole).toEqual([true, true, true, true, true]);
    expect(read.titles).toContain(`Old ${NASTY} 1.0`);
    await context.close();
  });

  test('a card takes the AVIF that fits, the first at once; an old picture is shown as it is', async () => {
    const { page, context } = await desk.person({ viewport: { width: 1280, height: 900 } });
    await page.goto(server.url);
    await page.waitForLoadState('networkidle');
    type Shown = Record<'currentSrc' | 'loading' | 'fetchPriority' | 'decoding', string> & {
      naturalWidth: number;
    };
    const images = await page.evaluate<Shown[]>(`
      Array.from(document.querySelectorAll('main img'), ({ currentSrc, naturalWidth, loading, fetchPriority, decoding }) =>
        ({ currentSrc, naturalWidth, loading, fetchPriority, decoding }))
    `);
    expect(images).toHaveLength(5);
    const old = images.filter(({ currentSrc }) =>
      currentSrc.endsWith('/static/samples/abcdefghij0123456789.webp'),
    );
    expect(old).toHaveLength(1);
    for (const one of images) {
      expect(one.naturalWidth).toBeGreaterThan(0);
      expect(one.decoding).toBe('async');
      if (one !== old[0]) expect(one.currentSrc).toMatch(/-960x600\/640\.avif$/);
    }
    expect(images.map(({ loading }) => loading)).toEqual(['eager', 'lazy', 'lazy', 'lazy', 'lazy']);
    expect(images.map(({ fetchPriority }) => fetchPriority)).toEqual([
      'high',
      'auto',
      'auto',
      'auto',
      'auto',
    ]);
    await context.close();
  });

  test('a link that is about to be followed is fetched ahead, once; not while saving data', async () => {
    for (const saving of [false, true]) {
      const { page, context } = await desk.person();
      if (saving) {
        await page.addInitScript(() =>
          Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
        );
      }
      const asked: string[] = [];
      page.on('request', (one) => asked.push(new URL(one.url()).pathname));
      await page.goto(server.url);
      await page.waitForLoadState('networkidle');
      const link = `main a[href="/datasetDetail/${ids[1]}"]`;
      const data = () => asked.filter((path) => path === `/api/v1/dataset/${ids[1]}`).length;
      const code = () => asked.filter((path) => path.includes('dataset-detail.page')).length;
      expect([data(), code()]).toEqual([0, 0]);
      if (saving) {
        await page.hover(link);
        await page.waitForTimeout(300);
        expect([data(), code()]).toEqual([0, 0]);
      } else {
        const answered = page.waitForResponse((one) => one.url().endsWith(`/dataset/${ids[1]}`));
        await page.hover(link);
        await answered;
        await expect.poll(code).toBe(1);
      }
      await page.click(link);
      await page.getByRole('heading', { level: 1, name: 'Beta' }).waitFor();
      expect([data(), code()]).toEqual([1, 1]);
      await context.close();
    }
  });
});
