import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ServerProcess, startServer } from '../support/server-process.ts';

const CDN = 'https://static.example.org';

/** threats.md, "Policy", with a static base elsewhere; word by word. */
const policy = (nonce = '') =>
  `default-src 'none'; script-src 'self'${nonce}; style-src 'self'${nonce}; img-src 'self' data: blob: ${CDN}; ` +
  `font-src 'self'; connect-src 'self' ${CDN}; worker-src 'self'; manifest-src 'self'; object-src 'none'; ` +
  "base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

describe('threats.md, "Policy"', () => {
  let dataDir: string;
  let server: ServerProcess;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'vitrine-policy-'));
    const env = { PUBLIC_URL: 'https://data.example.org', STATIC_BASE_URL: `${CDN}/files` };
    server = await startServer(dataDir, env);
  }, 60_000);
  afterAll(async () => {
    await server?.end();
    await rm(dataDir, { recursive: true, force: true });
  });

  const get = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(server.url + path, { headers: { accept: 'text/html', ...headers } });
    return { headers: answer.headers, html: await answer.text() };
  };

  test('public pages: no nonce, nothing inline, the same for everybody', async () => {
    const page = await get('/');
    expect(page.headers.get('content-security-policy')).toBe(policy());
    for (const [, attributes = ''] of page.html.matchAll(/<script\b([^>]*)>/g)) {
      // Blocks of data are no scripts: a browser runs none of them.
      expect(attributes).toMatch(/\bsrc="|\btype="application\/(?:ld\+)?json"/);
    }
    expect(page.html).not.toMatch(/<style\b|<[^>]+\s(?:style|on\w+)=/);
    expect(page.html).not.toContain('nonce');
    const cookie = `Portal-Token=${'x'.repeat(43)}; Portal-Admin-Token=${'y'.repeat(43)}`;
    expect((await get('/', { cookie })).html, 'rendered for nobody in particular').toBe(page.html);
  });

  test('the shells of account pages and of the back office: a nonce, another each time', async () => {
    const nonces = new Set<string>();
    for (const path of ['/login', '/login', '/admin/login', '/admin/index']) {
      const { headers, html } = await get(path);
      const nonce = /'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1] ?? '';
      expect(nonce.length).toBeGreaterThanOrEqual(22);
      expect(headers.get('content-security-policy'), path).toBe(policy(` 'nonce-${nonce}'`));
      expect(headers.get('cache-control'), path).toContain('no-store');
      expect(html).toContain(nonce);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(4);
  });

  test('every page: HSTS under https, and no feature of the browser but full screen and copying', async () => {
    for (const path of ['/', '/login', '/admin/index', '/nothing']) {
      const { headers } = await get(path);
      expect(headers.get('strict-transport-security'), path).toMatch(/^max-age=\d{8,}/);
      const features = (headers.get('permissions-policy') ?? '').split(', ');
      const allowed = features.filter((feature) => !feature.endsWith('=()'));
      expect(allowed.sort(), path).toEqual(['clipboard-write=(self)', 'fullscreen=(self)']);
      expect(headers.get('referrer-policy'), path).toBe('no-referrer');
      expect(headers.get('x-frame-options'), path).toBe('DENY');
      expect(headers.get('x-content-type-options'), path).toBe('nosniff');
      expect(headers.get('cross-origin-opener-policy'), path).toBe('same-origin');
      expect(headers.get('cross-origin-resource-policy'), path).toBe('same-origin');
    }
  });
});
