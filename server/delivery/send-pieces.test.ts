import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { type Piece, sendPieces } from './send-pieces.ts';

const KIB = 1024;
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A real HTTP server that responds with the pieces of `make`; resolves with its port. */
async function serving(make: () => AsyncGenerator<Piece>, stalledAfter?: number): Promise<number> {
  const server = Fastify({ forceCloseConnections: true });
  server.route({
    method: ['GET', 'HEAD'],
    url: '/',
    handler: (request, reply) => sendPieces(request, reply.type('text/csv'), make(), stalledAfter),
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  closing.push(() => server.close());
  return (server.server.address() as AddressInfo).port;
}

const address = (port: number) => `http://127.0.0.1:${port}/`;

/** An endless stream of 64 KiB pieces. */
function endless() {
  const seen = { made: 0, ended: false };
  async function* make(): AsyncGenerator<Piece> {
    try {
      for (; seen.made < 20_000; seen.made++) yield new Uint8Array(64 * KIB);
    } finally {
      seen.ended = true;
    }
  }
  return { seen, make };
}

test('every piece goes out in its order, and its memory is given back', async () => {
  const pieces = ['a,b\r\n', '1,2\r\n', '3,4\r\n'].map((line) => new TextEncoder().encode(line));
  const port = await serving(async function* () {
    yield* pieces;
  });
  const answer = await fetch(address(port));
  expect(answer.headers.get('content-type')).toBe('text/csv');
  expect(await answer.text()).toBe('a,b\r\n1,2\r\n3,4\r\n');
  expect(pieces.map(({ byteLength }) => byteLength)).toEqual([0, 0, 0]);
});

test('what fails before the first piece is an error answer, later the connection breaks', async () => {
  let good = 0;
  const port = await serving(async function* () {
    for (let n = 0; n < good; n++) yield new TextEncoder().encode('1,2\r\n');
    throw new Error('the database is away');
  });
  expect((await fetch(address(port))).status).toBe(500);
  good = 3;
  const answer = await fetch(address(port));
  expect(answer.status).toBe(200);
  await expect(answer.text()).rejects.toThrow();
});

test('HEAD: what the answer would say, and nothing is made', async () => {
  const { seen, make } = endless();
  const answer = await fetch(address(await serving(make)), { method: 'HEAD' });
  expect([answer.status, answer.headers.get('content-type'), seen.made]).toEqual([200, 'text/csv', 0]);
});

test('a client that leaves ends the making', async () => {
  const { seen, make } = endless();
  const answer = await fetch(address(await serving(make)));
  await answer.body?.cancel();
  await expect.poll(() => seen.ended).toBe(true);
  expect(seen.made).toBeLessThan(20_000);
});

test('faults: slow readers: one that takes nothing is cut, and little is made for it', async () => {
  const { seen, make } = endless();
  const socket = connect(await serving(make, 500), '127.0.0.1');
  await once(socket, 'connect');
  socket.pause();
  socket.on('error', () => {});
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await expect.poll(() => seen.ended, { timeout: 10_000 }).toBe(true);
  // The socket buffers' capacity, and no more.
  expect(seen.made).toBeLessThan(1_000);
  socket.destroy();
});

test('who makes slowly is not taken for a client that takes nothing', async () => {
  const port = await serving(async function* () {
    yield new TextEncoder().encode('1,2\r\n');
    await sleep(600);
    yield new TextEncoder().encode('3,4\r\n');
  }, 200);
  expect(await (await fetch(address(port))).text()).toBe('1,2\r\n3,4\r\n');
});
