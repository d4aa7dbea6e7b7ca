import type { FastifyInstance } from 'fastify';
import { Stopping } from '../http/index.ts';
import { AppError } from '../shared/errors.ts';

/**
 * `/healthz`: the process is alive. `/readyz`: database and store respond, the disk has room, and the
 * server is not about to stop.
 * @param ready throws when they do not; bounded in time
 * @param config rate-limit options for the latter, as for pages
 */
export function healthRoutes(app: FastifyInstance, ready: () => Promise<void>, config: object): void {
  const plain = { 'cache-control': 'no-store' };
  app.get('/healthz', (_request, reply) => reply.headers(plain).send('ok'));
  app.get('/readyz', { config }, async (request, reply) => {
    try {
      await ready();
    } catch (error) {
      if (error instanceof Stopping) throw error;
      request.log.error({ err: error }, 'the database or the store does not answer, or the disk is full');
      throw new AppError(503, 'The portal is not ready yet.', { retryAfter: 5 });
    }
    return reply.headers(plain).send('ok');
  });
}
