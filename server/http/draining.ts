import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** ms before closing: a busy client gets a response on each of its connections within it. */
const DRAIN_TIME = 500;

/**
 * Before the server stops listening, every response has `Connection: close`: a client with keep-alive does not send its
 * next request into a closing connection (faults.md, "SIGTERM"). Register before the first route.
 */
export function drainable(app: FastifyInstance): () => Promise<void> {
  let draining = false;
  app.addHook('onRequest', (_request, reply, done) => {
    if (draining) reply.header('connection', 'close');
    done();
  });
  return async () => {
    draining = true;
    await sleep(DRAIN_TIME);
  };
}
