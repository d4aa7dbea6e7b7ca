import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Long enough that a busy client hears it on each of its connections. */
const TOLD_WITHIN = 500;

/**
 * Before the server stops listening, every answer says that its connection ends: a client that keeps connections does
 * not send its next request into one that is being closed (faults.md, "SIGTERM"). Register before the first route.
 */
export function drainable(app: FastifyInstance): () => Promise<void> {
  let draining = false;
  app.addHook('onRequest', (_request, reply, done) => {
    if (draining) reply.header('connection', 'close');
    done();
  });
  return async () => {
    draining = true;
    await sleep(TOLD_WITHIN);
  };
}
