import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Registry } from 'prom-client';
import { bearer, isForwarded, nothingHere } from '../http/index.ts';
import { AppError } from '../shared/errors.ts';

const LOOPBACK = /^(::1$|(::ffff:)?127\.)/;

const digest = (text: string) => createHash('sha256').update(text).digest();

interface Access {
  token: string | undefined;
  trustsProxy: boolean;
}

/**
 * decisions §9: with a token by it alone. Without one a program on this machine may read, but no proxy on it, trusted or
 * not: that would open the figures to everybody.
 * @throws AppError 401, or 404 where nobody is to learn that there is something
 */
function assertMayRead(request: FastifyRequest, { token, trustsProxy }: Access): void {
  if (token === undefined) {
    const isLocal = LOOPBACK.test(request.raw.socket.remoteAddress ?? '');
    if (trustsProxy || isForwarded(request) || !isLocal) throw nothingHere();
    return;
  }
  const given = bearer(request.headers.authorization);
  if (given === undefined || !timingSafeEqual(digest(given), digest(token)))
    throw new AppError(401, 'This needs the token of the figures.');
}

/**
 * `/metrics` for Prometheus.
 * @param text in its text format
 * @param config rate-limit options, as for pages
 */
export function metricsRoutes(
  app: FastifyInstance,
  text: () => Promise<string>,
  access: Access,
  config: object,
): void {
  app.get('/metrics', { config }, async (request, reply) => {
    assertMayRead(request, access);
    reply.header('cache-control', 'no-store').type(Registry.PROMETHEUS_CONTENT_TYPE);
    return reply.send(await text());
  });
}
