import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../shared/errors.ts';

/** ms before closing: a busy client gets a response on each of its connections within it. */
const DRAIN_TIME = 500;

/** Why `/readyz` says no, though nothing fails. */
export class Stopping extends AppError {
  constructor() {
    super(503, 'This server is about to stop and takes no new requests.', { retryAfter: 5 });
  }
}

export interface Draining {
  /**
   * For `/readyz`: a balancer stops sending requests here.
   * @throws Stopping from when `drain` has been called
   */
  assertStays: () => void;
  /** Settles when the server may stop listening. */
  drain: () => Promise<void>;
}

/**
 * Before the server stops listening, it serves on for `seconds`, in which a balancer notices (docs/scale.md), and every
 * response has `Connection: close`: a client with keep-alive does not send its next request into a closing connection
 * (faults.md, "SIGTERM"). Register before the first route.
 */
export function drainable(app: FastifyInstance, seconds: number): Draining {
  let draining = false;
  app.addHook('onRequest', (_request, reply, done) => {
    if (draining) reply.header('connection', 'close');
    done();
  });
  return {
    assertStays() {
      if (draining) throw new Stopping();
    },
    async drain() {
      draining = true;
      await sleep(Math.max(DRAIN_TIME, seconds * 1_000));
    },
  };
}
