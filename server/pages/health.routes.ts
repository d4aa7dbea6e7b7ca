import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';

/** `/healthz`: the process lives. `/readyz`: its database and its store answer. */
export function healthRoutes(app: FastifyInstance, checks: (() => Promise<void>)[]): void {
  const plain = { 'cache-control': 'no-store' };
  app.get('/healthz', (_request, reply) => reply.headers(plain).send('ok'));
  app.get('/readyz', async (request, reply) => {
    try {
      await Promise.all(checks.map((check) => check()));
    } catch (error) {
      request.log.error({ err: error }, 'the database or the store does not answer');
      throw new AppError(503, 'The portal is not ready yet.', { retryAfter: 5 });
    }
    return reply.headers(plain).send('ok');
  });
}
