import type { FastifyInstance } from 'fastify';
import { AppError } from '../shared/errors.ts';
import { versionedCache } from '../shared/versioned-cache.ts';

/** ms until a probe is answered 503. */
const WITHIN = 5_000;
/** ms after which a hanging check is given up, and another one may start. */
const GIVEN_UP = 60_000;

/** Settles with the promise, or rejects after the timeout. */
async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${ms} ms`)), ms);
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * `/healthz`: the process is alive. `/readyz`: database and store respond, and the disk has room; concurrent probes
 * share one check. `config`: rate-limit options for the latter, as for pages.
 */
export function healthRoutes(app: FastifyInstance, checks: (() => Promise<void>)[], config: object): void {
  const plain = { 'cache-control': 'no-store' };
  const looks = versionedCache({
    load: async () => {
      await Promise.all(checks.map((check) => check()));
    },
    version: () => 0,
    now: Date.now,
    lifetime: GIVEN_UP,
    most: 1,
    keep: () => false,
  });
  app.get('/healthz', (_request, reply) => reply.headers(plain).send('ok'));
  app.get('/readyz', { config }, async (request, reply) => {
    try {
      await within(WITHIN, looks.get(''));
    } catch (error) {
      request.log.error({ err: error }, 'the database or the store does not answer, or the disk is full');
      throw new AppError(503, 'The portal is not ready yet.', { retryAfter: 5 });
    }
    return reply.headers(plain).send('ok');
  });
}
