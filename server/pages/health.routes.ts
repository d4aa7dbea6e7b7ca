import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';

/** `/healthz`: the process lives. `/readyz`: its database answers. */
export function healthRoutes(app: FastifyInstance, ping: () => Promise<void>): void {
  const plain = { 'cache-control': 'no-store' };
  app.get('/healthz', (_request, reply) => reply.headers(plain).send('ok'));
  app.get('/readyz', async (request, reply) => {
    try {
      await ping();
    } catch (error) {
      request.log.error({ err: error }, 'the database does not answer');
      throw new AppError(503, 'The portal is not ready yet.', { retryAfter: 5 });
    }
    return reply.headers(plain).send('ok');
  });
}
