import { execFileSync, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { openDatabase, ping } from '../../server/database/index.ts';
import { freshDatabase } from '../../server/testing/databases.ts';
import { haproxyConfiguration } from '../support/haproxy.ts';
import { runHaproxy } from '../support/haproxy-process.ts';
import { haveNamespaces, type Namespace, networkOf } from '../support/namespaces.ts';
import { freePort } from '../support/nginx.ts';

/** ms after which nobody waits any more: 19 or 20 s, and what a busy machine takes. */
const ENOUGH = 40_000;
const PORT = 3_000;

/** Answers half of what is asked for, and then waits. */
const HALF = `require('node:http').createServer((request, response) => {
  if (request.url === '/half') response.write('half');
  else response.end('ok');
}).listen(${PORT}, '0.0.0.0')`;

describe.skipIf(!haveNamespaces({ test: 'machines that lose their power' }) || !inject('postgresUrl'))(
  'operations.md, "Several servers": a machine that loses its power, and so says nothing any more',
  { timeout: 120_000 },
  () => {
    const closing: (() => unknown)[] = [];
    afterEach(async () => {
      for (const close of closing.splice(0).reverse()) await close();
    });

    function machine(): Namespace {
      const { namespaces, remove } = networkOf(1, { joined: true });
      closing.push(remove);
      return namespaces[0] ?? { name: '', address: '' };
    }
    const power = ({ name }: Namespace, state: 'up' | 'down') =>
      execFileSync('ip', ['-n', name, 'link', 'set', 'eth0', state]);
    /** ms. */
    async function timeOf(work: Promise<unknown>): Promise<number> {
      const begun = performance.now();
      await work;
      return performance.now() - begun;
    }

    test('of the database: a query ends with 503, and the pool goes on when it is back', async () => {
      const away = machine();
      const { url = '', drop } = await freshDatabase('PostgreSQL', 'schema');
      closing.push(drop);
      const where = new URL(url);
      const carrier = await runHaproxy(
        `defaults\n  mode tcp\n  timeout connect 5s\n  timeout client 24h\n  timeout server 24h
listen database\n  bind ${away.address}:${PORT} namespace ${away.name}\n  server here ${where.host}\n`,
      );
      closing.push(carrier.close);
      where.host = `${away.address}:${PORT}`;
      const db = await openDatabase(where.href);
      closing.push(() => db.destroy());
      const ended = expect(sql`select pg_sleep(3600)`.execute(db)).rejects.toMatchObject({ code: 503 });
      // It is on its way, and acknowledged.
      await sleep(1_000);
      power(away, 'down');
      expect(await timeOf(ended)).toBeLessThan(ENOUGH);
      power(away, 'up');
      const answers = () =>
        ping(db).then(
          () => true,
          () => false,
        );
      await expect.poll(answers, { timeout: ENOUGH }).toBe(true);
    });

    test('of a server: HAProxy breaks off what it was answering', async () => {
      const away = machine();
      const child = spawn('ip', ['netns', 'exec', away.name, process.execPath, '-e', HALF]);
      closing.push(() => child.kill('SIGKILL'));
      const bind = `127.0.0.1:${await freePort()}`;
      const server = { name: 'one', address: `${away.address}:${PORT}` };
      const balancer = await runHaproxy(haproxyConfiguration([server], bind).replace(/^global\n/m, ''));
      closing.push(balancer.close);
      await expect.poll(async () => (await fetch(`http://${bind}/`)).status, { timeout: 30_000 }).toBe(200);
      const answer = await fetch(`http://${bind}/half`);
      power(away, 'down');
      const broken = expect(answer.text()).rejects.toThrow();
      expect(await timeOf(broken)).toBeLessThan(ENOUGH);
    });
  },
);
