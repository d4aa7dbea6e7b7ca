import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ServerProcess, startServer } from '../support/server-process.ts';

let dataDir: string;
let server: ServerProcess;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-static-guard-'));
  server = await startServer(dataDir);
}, 60_000);
afterAll(async () => {
  await server?.end();
  await rm(dataDir, { recursive: true, force: true });
});

/** Node's own client with the path exactly as given: `fetch` would tidy it. */
const get = (path: string, accept: string) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    request({ hostname, port, path, headers: { accept } }, async (answer) => {
      const pieces: Buffer[] = [];
      for await (const piece of answer) pieces.push(piece as Buffer);
      resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(pieces).toString('utf8') });
    })
      .on('error', reject)
      .end();
  });

/** From each folder that is served: into the web root beside it, and out of the web root. */
const beside = ['app.en.html', 'index.en.html', 'manifest.en.json'];
const outside = ['../ssr/entry-server.en.js', '../../package.json', '../../server/main.ts'];
const spellings: ((climb: string) => string)[] = [
  (climb) => climb,
  (climb) => climb.replaceAll('/', '%2f'),
  (climb) => climb.replaceAll('/', '%2F').replaceAll('..', '%2e%2e'),
  (climb) => climb.replaceAll('..', '%2e%2e'),
  (climb) => climb.replaceAll('/', '%5c'),
  (climb) => climb.replaceAll('/', '%252f'),
];

describe('threats row 20: static guard bypass', () => {
  test('threats row 20: what lies in the folders themselves is served', async () => {
    const html = (await get('/', 'text/html')).text;
    const script = /\/assets\/[^"]+\.js/.exec(html)?.[0] ?? '';
    expect((await get(script, '*/*')).status, script).toBe(200);
  });

  test('threats row 20: /assets/..%2f…, //x → 404 or the page shell, and nothing of a file', async () => {
    const climbs = [...beside, ...outside].flatMap((name) =>
      ['/assets/', '/pdfjs/', '/%61ssets/', '/assets//'].flatMap((folder) =>
        spellings.map((spell) => folder + spell(`../${name}`)),
      ),
    );
    const others = ['//x', '//assets/../x', '//etc/passwd', '/assets//etc/passwd', '/assets/%2fetc%2fpasswd'];
    const secrets = await Promise.all(
      ['package.json', 'server/main.ts'].map((name) =>
        readFile(new URL(`../../${name}`, import.meta.url), 'utf8'),
      ),
    );
    for (const path of [...climbs, ...others]) {
      const answer = await get(path, '*/*');
      expect(answer.status, path).toBe(404);
      expect(JSON.parse(answer.text).code, path).toBe(404);
      const page = await get(path, 'text/html');
      expect(page.status, path).toBe(404);
      // The shell as it is sent, never its file: that one still has the place for a nonce.
      expect(page.text, path).toMatch(/^<!doctype html>/);
      expect(page.text, path).not.toContain('__CSP_NONCE__');
      for (const secret of secrets) expect(page.text.includes(secret), path).toBe(false);
    }
  });
});
