import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '../../contract/endpoint.ts';

/** A route of the server. */
export interface Registered {
  method: string;
  /** Pattern, with `:name` for a segment and a trailing `*` for the rest. */
  url: string;
  /** The call that it is; pages, feeds and files are none. */
  endpoint?: Endpoint;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route so far. */
    registered: readonly Registered[];
  }
}

/** Keeps the routes for who describes them. Call before the first route. */
export function keepRegistered(app: FastifyInstance): void {
  const registered: Registered[] = [];
  app.decorate('registered', registered);
  app.addHook('onRoute', ({ method, url, config }) => {
    const { endpoint } = (config ?? {}) as { endpoint?: Endpoint };
    for (const one of [method].flat()) registered.push({ method: one, url, ...(endpoint && { endpoint }) });
  });
}
