// @module-tag guards
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { NAMES } from '../support/balanced.ts';
import { type Balancer, HAPROXY, startHaproxy } from '../support/haproxy.ts';
import { havePrograms } from '../support/programs.ts';

/** How many calls, so that several go to each of the two. */
const CALLS = 10;

describe.runIf(havePrograms([HAPROXY], { test: 'what HAProxy asks again', packages: 'haproxy' }))(
  'operations.md, "Several servers": what deploy/haproxy.cfg asks another server',
  () => {
    const closing: (() => unknown)[] = [];
    afterEach(async () => {
      for (const close of closing.splice(0).reverse()) await close();
    });

    /** Stands for a server; `seen` has the requests that it has read to their end. */
    async function standIn(name: string, seen: string[], isDying: () => boolean = () => false) {
      const server = createServer(async (request, response) => {
        await request.resume().toArray();
        if (request.url !== '/readyz' && request.url !== '/healthz') seen.push(`${request.method} ${name}`);
        if (isDying() && request.url === '/called') response.destroy();
        else response.end(name);
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const gone = () => goneFrom(server);
      closing.push(gone);
      return { name, address: `127.0.0.1:${(server.address() as { port: number }).port}`, gone };
    }
    function goneFrom(server: Server): void {
      server.close();
      server.closeAllConnections();
    }
    /** Who did it; else 502, or on a connection that was used before, the balancer closes it without a word. */
    const called = async ({ url }: Balancer, method: string) => {
      const body = method === 'POST' && { body: 'done' };
      const answer = await fetch(`${url}/called`, { method, ...body }).catch(() => undefined);
      return !answer || answer.status === 502 ? 'nobody' : `${answer.status} ${await answer.text()}`;
    };

    test('what reached no server, be it a write, is done by the other one', async () => {
      const seen: string[] = [];
      const [one, two] = await Promise.all(NAMES.map((name) => standIn(name, seen)));
      if (!one || !two) throw new Error('two');
      const balancer = await startHaproxy([one, two]);
      closing.push(balancer.close);
      // Now its port refuses, and the balancer has not noticed yet.
      one.gone();
      const answers = await Promise.all(Array.from({ length: CALLS }, () => called(balancer, 'POST')));
      expect(answers).toEqual(Array(CALLS).fill('200 two'));
      expect(seen).toEqual(Array(CALLS).fill('POST two'));
    });

    test('of what a server died in the middle, reading alone is asked again', async () => {
      const seen: string[] = [];
      const one = await standIn('one', seen, () => true);
      const two = await standIn('two', seen);
      const balancer = await startHaproxy([one, two]);
      closing.push(balancer.close);
      const read = await Promise.all(Array.from({ length: CALLS }, () => called(balancer, 'GET')));
      expect(read).toEqual(Array(CALLS).fill('200 two'));
      expect(seen).toContain('GET one');

      seen.length = 0;
      const written = await Promise.all(Array.from({ length: CALLS }, () => called(balancer, 'POST')));
      expect(new Set(written)).toEqual(new Set(['200 two', 'nobody']));
      // Each was begun once, wherever: it may have been done.
      expect(seen).toHaveLength(CALLS);
      expect(seen.filter((call) => call === 'POST one')).toHaveLength(
        written.filter((answer) => answer === 'nobody').length,
      );
    });
  },
);
