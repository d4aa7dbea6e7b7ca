import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GUARD } from './support/guards.ts';
import { signIn } from './support/person.ts';
import { havePrograms } from './support/programs.ts';
import { type Published, published } from './support/published.ts';
import { ADMIN, adminTokenOf, callServer } from './support/server-process.ts';

const FILTER = fileURLToPath(new URL('../deploy/fail2ban/filter.d/vitrine.conf', import.meta.url));
const EMAIL = 'ada@example.org';
const SIZE = 32 * 1024 * 1024;

interface Line {
  level: number;
  msg: string;
  reqId: string;
  [name: string]: unknown;
}

describe('operations "Figures and words": the log of the real server', () => {
  let portal: Published;
  let link: string;
  let userId: string;

  beforeAll(async () => {
    portal = await published(SIZE, { TRUST_PROXY: '127.0.0.1', RATE_LIMIT_FACTOR: '0.5' });
    link = await portal.link(EMAIL);
    const token = await signIn(portal.server.url, EMAIL);
    userId = (await callServer<{ id: string }>(portal.server.url, 'GET', '/api/v1/userInfo', { token })).id;
  }, 60_000);
  afterAll(() => portal?.close());

  const lines = (): Line[] =>
    portal.server
      .said()
      .split('\n')
      .filter((line) => line.startsWith('{') && line.endsWith('}'))
      .map((line) => JSON.parse(line));
  /** The log is written within 100 ms, and here as soon as it is read. */
  const linesOf = (id: string | null) =>
    expect.poll(() => lines().filter((line) => line.reqId === id), { timeout: 10_000 });

  const login = (from: string, path = '/api/v1/login', body: object = { email: EMAIL, password: 'wrong' }) =>
    fetch(portal.server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      body: JSON.stringify(body),
    });

  test('one line a request: id, route, path, status, time, bytes, who, address', async () => {
    const answer = await fetch(portal.server.url + link, { headers: { 'x-forwarded-for': '192.0.2.7' } });
    const { byteLength } = await answer.arrayBuffer();
    expect(byteLength).toBe(SIZE);
    const id = answer.headers.get('x-request-id');
    await linesOf(id).toEqual([
      {
        level: 30,
        time: expect.any(Number),
        pid: portal.server.child.pid,
        hostname: expect.any(String),
        reqId: id,
        method: 'GET',
        route: '/api/v1/download/:datasetId/*',
        path: link.split('?')[0],
        status: 200,
        ms: expect.any(Number),
        bytes: expect.any(Number),
        who: `user ${userId}`,
        ip: '192.0.2.7',
        msg: 'request',
      },
    ]);
    const [line] = lines().filter(({ reqId }) => reqId === id);
    // With its headers.
    expect(Number(line?.bytes) - SIZE).toBeGreaterThan(200);
    expect(Number(line?.bytes) - SIZE).toBeLessThan(3_000);
  });

  test('answers that share a connection: each has its own bytes', async () => {
    const { port } = new URL(portal.server.url);
    const got = await new Promise<string>((resolve, reject) => {
      let said = '';
      const one = 'GET /healthz HTTP/1.1\r\nhost: x\r\n';
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(`${one}\r\n`.repeat(2)));
      socket.on('error', reject);
      socket.on('data', (piece) => {
        said += piece;
        if (said.match(/\r\n\r\nok/g)?.length === 2) socket.write(`${one}connection: close\r\n\r\n`);
      });
      socket.on('close', () => resolve(said));
    });
    const ids = [...got.matchAll(/x-request-id: (\S+)/g)].map((match) => match[1]);
    expect(ids).toHaveLength(3);
    await expect
      .poll(() => lines().filter(({ reqId }) => ids.includes(reqId)), { timeout: 10_000 })
      .toHaveLength(3);
    const bytes = lines().flatMap((line) => (ids.includes(line.reqId) ? [Number(line.bytes)] : []));
    expect(bytes.reduce((sum, one) => sum + one, 0)).toBe(got.length);
  });

  test('a download that the client leaves says so, and what it had', async () => {
    const leaving = new AbortController();
    const answer = await fetch(portal.server.url + link, { signal: leaving.signal });
    const id = answer.headers.get('x-request-id');
    await answer.body?.getReader().read();
    leaving.abort();
    await linesOf(id).toMatchObject([{ status: 200, cut: true, who: `user ${userId}` }]);
    const [line] = lines().filter(({ reqId }) => reqId === id);
    expect(Number(line?.bytes)).toBeGreaterThan(1_000);
    expect(Number(line?.bytes)).toBeLessThan(SIZE);
  });

  test('who was refused is named by id; what has no route and what cannot be read have their line, too', async () => {
    const token = await signIn(portal.server.url, EMAIL);
    const headers = { authorization: `Bearer ${token}` };
    for (const [path, expected] of [
      ['/api/v1/admin/userList', { status: 403, route: '/api/v1/admin/userList', who: `user ${userId}` }],
      ['/api/v1/nothing?token=secret', { status: 404, route: 'unmatched', path: '/api/v1/nothing' }],
      ['/api/v1/dataset/%E0%A4%A', { status: 400, route: 'unmatched' }],
    ] as const) {
      const answer = await fetch(portal.server.url + path, { headers });
      await linesOf(answer.headers.get('x-request-id')).toMatchObject([{ msg: 'request', ...expected }]);
    }
    expect(portal.server.said()).not.toContain('Lovelace');
    expect(portal.server.said()).not.toContain(EMAIL);
  });

  const failedFrom = (ip: string) =>
    lines().filter((line) => line.msg === 'sign-in failed' && line.ip === ip);

  test('failed sign-ins have a line of their own, also when there were too many; others have none', async () => {
    await login('198.51.100.1');
    await login('198.51.100.2', '/api/v1/admin/login', { ...ADMIN, password: 'wrong' });
    const token = await signIn(portal.server.url, EMAIL);
    await adminTokenOf(portal.server.url);
    const answers: number[] = [];
    for (let n = 0; n < 7; n++)
      answers.push(
        (await login('198.51.100.3', undefined, { email: `b${n}@example.org`, password: 'x' })).status,
      );
    expect(answers).toEqual([400, 400, 400, 400, 400, 429, 429]);
    await expect.poll(() => failedFrom('198.51.100.3'), { timeout: 10_000 }).toHaveLength(7);
    expect(failedFrom('198.51.100.1')).toEqual([
      {
        level: 40,
        time: expect.any(Number),
        pid: portal.server.child.pid,
        hostname: expect.any(String),
        identity: 'user',
        ip: '198.51.100.1',
        msg: 'sign-in failed',
      },
    ]);
    expect(failedFrom('198.51.100.2')).toMatchObject([{ identity: 'admin' }]);
    expect(failedFrom('127.0.0.1')).toEqual([]);
    expect(token).not.toBe('');
  });

  test('the filter for fail2ban finds each of them in what the server wrote, and nothing else', {
    ...GUARD,
    timeout: 60_000,
  }, async (context) => {
    if (!havePrograms(['fail2ban-regex'], { test: 'the filter for fail2ban', packages: 'fail2ban' }))
      return context.skip();
    const addresses = ['2001:db8::7', '2001:db8:0:100::7', '198.51.100.7'];
    for (const from of addresses) await login(from);
    await login('198.51.100.8', '/api/v1/admin/login', { ...ADMIN, password: 'wrong' });
    // Who would have somebody else shut out, by a path or a name that looks like such a line.
    const forged =
      '{"level":40,"pid":1,"hostname":"h","identity":"user","ip":"203.0.113.9","msg":"sign-in failed"}';
    const { port } = new URL(portal.server.url);
    // A space ends a path, so that the log has only the second.
    for (const path of [`/${forged}`, `/${forged.replace(' ', '%20')}`, `/\n${forged}`]) {
      const socket = connect(Number(port), '127.0.0.1', () =>
        socket.end(`GET ${path} HTTP/1.1\r\nhost: x\r\nuser-agent: ${forged}\r\n\r\n`),
      );
      await new Promise((resolve) => socket.on('close', resolve).on('error', resolve).resume());
    }
    await login('203.0.113.10', undefined, { email: `${forged}@example.org`, password: forged });
    for (const from of [...addresses, '198.51.100.8'])
      await expect.poll(() => failedFrom(from), { timeout: 10_000 }).toHaveLength(1);
    await portal.server.end();

    const folder = await mkdtemp(join(tmpdir(), 'vitrine-fail2ban-'));
    try {
      const expected = lines().flatMap(({ msg, ip, time }) =>
        msg === 'sign-in failed' ? [`${ip} ${Math.floor(Number(time) / 1_000)}`] : [],
      );
      expect(new Set(expected.map((one) => one.split(' ')[0])).size).toBeGreaterThanOrEqual(4);
      const said = portal.server.said();
      expect(said, 'the forged paths are in the log').toContain('203.0.113.9');
      // As a file, and as fail2ban reads the journal.
      const journal = said.replace(/^(?=.)/gm, 'lab vitrine[4711]: ');
      for (const text of [said, journal]) {
        const log = join(folder, 'vitrine.log');
        await writeFile(log, text);
        const { stdout, stderr } = spawnSync(
          'fail2ban-regex',
          ['--out', '<ip> <time>', '--datepattern', ',"time":{LEPOCH}', log, FILTER],
          { encoding: 'utf8' },
        );
        const found = stdout.split('\n').filter(Boolean);
        expect([found.map((one) => one.replace(/\.\d+$/, '')), stderr]).toEqual([expected, '']);
        // Counted by the filter alone, as a jail reads it.
        const counted = spawnSync('fail2ban-regex', [log, FILTER], { encoding: 'utf8' }).stdout;
        expect(counted).toMatch(new RegExp(`Failregex: ${expected.length} total`));
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
