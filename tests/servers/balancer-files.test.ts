// @module-tag guards
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, get as plainGet } from 'node:http';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { HAPROXY, replaced } from '../support/haproxy.ts';
import { freePort } from '../support/nginx.ts';
import { havePrograms } from '../support/programs.ts';

const FILE = readFileSync(new URL('../../deploy/haproxy.cfg', import.meta.url), 'utf8');

describe.runIf(
  havePrograms([HAPROXY, 'openssl'], { test: 'deploy/haproxy.cfg', packages: 'haproxy openssl' }),
)('operations.md, "Several servers": deploy/haproxy.cfg with its TLS and its log', () => {
  let folder = '';
  let haproxy: ChildProcess;
  let said = '';
  let ports = { plain: 0, tls: 0 };
  const seen: { url: string; forwarded: string }[] = [];
  const portal = createServer((request, response) => {
    const { url = '', headers } = request;
    const forwarded = `${headers['x-forwarded-proto']} ${headers['x-forwarded-for']} ${headers.host}`;
    if (url !== '/readyz') seen.push({ url, forwarded });
    response.end('here');
  });
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vitrine-haproxy-tls-'));
    const certs = join(folder, 'certs');
    mkdirSync(certs);
    const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=data.lab.example'];
    execFileSync('openssl', [...made, '-keyout', 'key.pem', '-out', 'cert.pem'], {
      cwd: folder,
      stdio: 'pipe',
    });
    const pem = ['cert.pem', 'key.pem'].map((name) => readFileSync(join(folder, name), 'utf8')).join('');
    writeFileSync(join(certs, 'data.lab.example.pem'), pem);
    portal.listen(0, '127.0.0.1');
    await once(portal, 'listening');
    const { port } = portal.address() as { port: number };
    ports = { plain: await freePort(), tls: await freePort() };
    let text = replaced(FILE, /^ {2}log \/dev\/log local0$/m, '  log stdout format raw local0');
    text = replaced(text, /^ {2}chroot .*\n {2}user .*\n {2}group .*\n {2}stats socket .*\n/m, '');
    text = replaced(text, /^ {2}maxconn 20000$/m, '  maxconn 2000');
    text = replaced(text, /^ {2}bind :80$/m, `  bind 127.0.0.1:${ports.plain}`);
    text = replaced(text, /bind :443/, `bind 127.0.0.1:${ports.tls}`);
    text = replaced(text, /\/etc\/haproxy\/certs\//, `${certs}/`);
    text = text
      .replaceAll('10.0.0.11:3000', `127.0.0.1:${port}`)
      .replaceAll('10.0.0.12:3000', `127.0.0.1:${port}`);
    writeFileSync(join(folder, 'haproxy.cfg'), text);
    // A warning is a fault, too.
    execFileSync(HAPROXY, ['-c', '-dW', '-f', join(folder, 'haproxy.cfg')], { stdio: 'pipe' });
    haproxy = spawn(HAPROXY, ['-db', '-f', join(folder, 'haproxy.cfg')], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [haproxy.stdout, haproxy.stderr])
      stream?.on('data', (chunk) => {
        said += chunk;
      });
    await vi.waitFor(async () => expect((await ask('/')).status).toBe(200), 15_000);
  });
  afterAll(async () => {
    const gone = once(haproxy, 'exit');
    haproxy.kill('SIGKILL');
    await gone;
    portal.closeAllConnections();
    portal.close();
    await rm(folder, { recursive: true, force: true });
  });

  interface Answer {
    status: number;
    location: string | undefined;
  }
  const settle = (resolve: (answer: Answer) => void) => (answer: IncomingMessage) => {
    answer.resume();
    resolve({ status: answer.statusCode ?? 0, location: answer.headers.location });
  };
  const ask = (path: string, headers = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const options = { port: ports.tls, path, agent: false, rejectUnauthorized: false } as const;
      const own = { host: 'data.lab.example', ...headers };
      get({ ...options, host: '127.0.0.1', headers: own }, settle(resolve)).on('error', reject);
    });

  test('http leads to https; servers learn of the visitor what HAProxy saw, whatever the visitor says', async () => {
    const moved = await new Promise<Answer>((resolve, reject) => {
      const headers = { host: 'data.lab.example' };
      plainGet({ host: '127.0.0.1', port: ports.plain, path: '/a?b=c', headers }, settle(resolve)).on(
        'error',
        reject,
      );
    });
    expect(moved).toEqual({ status: 301, location: 'https://data.lab.example/a?b=c' });
    await ask('/forged', { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'http' });
    expect(seen.find(({ url }) => url === '/forged')?.forwarded).toBe('https 127.0.0.1 data.lab.example');
  });

  test('threat 39: its log has the addresses of visitors, none of a reviewer, and no ticket', async () => {
    const guest = { authorization: 'Bearer vtg_secretOfAGuest' };
    const theirs = ['/review', '/api/v1/review?x=1', '/assets/review.js', '/pdfjs/a', '/static/a.png'];
    for (const path of [...theirs, '/api/v1/download/1/a.csv?token=vtg_secretTicket']) await ask(path);
    await ask('/api/v1/dataset/1', guest);
    const of = (text: string) => said.split('\n').filter((line) => line.includes(`"GET ${text}`));
    const hidden = [
      ...theirs.map((path) => path.split('?')[0] ?? ''),
      '/api/v1/download/1/a.csv',
      '/api/v1/dataset/1',
    ];
    for (const path of hidden) {
      await expect.poll(() => of(`${path}"`)).toHaveLength(1);
      expect(of(`${path}"`)[0]).toMatch(/^- \[/);
    }
    const others = ['/datasetDetail/review', '/api/v1/reviewWait', '/api/v1/download/2/b.csv'];
    for (const path of others) await ask(`${path}?token=secretTicket`);
    for (const path of others) {
      await expect.poll(() => of(`${path}"`)).toHaveLength(1);
      expect(of(`${path}"`)[0]).toMatch(/^127\.0\.0\.1 \[/);
    }
    expect(said).not.toMatch(/secret/i);
  });
});
