import { once } from 'node:events';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '../shared/errors.ts';
import { markGuests, watchAnswers } from './answered.ts';

const OURS = 'vtg_ours';
const MADE_UP = 'vtg_made-up';
let app: FastifyInstance;
let url: string;
const lines: Record<string, unknown>[] = [];
beforeAll(async () => {
  const write = (line: string) => lines.push(JSON.parse(line));
  app = fastify({ logger: { stream: { write } } });
  watchAnswers(app, () => {});
  app.addHook('onRequest', async (request) => {
    if (request.url.startsWith('/refused')) throw new AppError(405, 'There is nothing at this address.');
  });
  markGuests(app, async (token) => {
    if (token.endsWith('.down')) throw new Error('the database is down');
    return token === OURS;
  });
  app.get('/slow', (request) => once(request.raw, 'never', { signal: AbortSignal.timeout(2_000) }));
  app.get('/', async () => 'here');
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

/** The log line of a request. */
async function lineOf(path: string, token?: string, signal?: AbortSignal) {
  const known = lines.length;
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  await fetch(url + path, { headers, signal: signal ?? null }).catch(() => undefined);
  const own = () => lines.slice(known).find(({ route }) => route !== undefined);
  await expect.poll(own).toBeDefined();
  return own();
}

test('access.md "Reviewer link": no address on a guest’s line, however early the request ends', async () => {
  const guests = { who: 'guest' };
  for (const line of [
    await lineOf('/', OURS),
    await lineOf(`/?token=${OURS}`),
    await lineOf('/nowhere', OURS),
    await lineOf('/refused', OURS),
    await lineOf(`/refused?a=b&token=${encodeURIComponent(OURS)}`),
    await lineOf('/', `${OURS}.down`),
    await lineOf('/slow', OURS, AbortSignal.timeout(100)),
  ]) {
    expect(line).toMatchObject(guests);
    expect(line).not.toHaveProperty('ip');
  }
});

test('a made-up token hides no address', async () => {
  for (const line of [await lineOf('/', MADE_UP), await lineOf(`/?token=${MADE_UP}`), await lineOf('/')]) {
    expect(line).toMatchObject({ ip: '127.0.0.1' });
    expect(line).not.toHaveProperty('who');
  }
});
