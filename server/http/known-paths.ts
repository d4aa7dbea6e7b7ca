import type { FastifyInstance } from 'fastify';
import { AppError } from '../shared/errors.ts';
import { nothingHere } from './errors.ts';

interface KnownPath {
  pattern: RegExp;
  methods: Set<string>;
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A route's url as a pattern of paths: `:name` is one segment, a last `*` the rest. */
const patternOf = (url: string): RegExp =>
  new RegExp(
    `^${url
      .split('/')
      .map((part) => (part === '*' ? '.*' : part.startsWith(':') ? '[^/]+' : literal(part)))
      .join('/')}$`,
  );

/**
 * A known path with a method that it does not take answers 405 and says which it does (decisions §1, RFC 9110
 * §15.5.6); by itself Fastify answers 404. Register before the first route.
 */
export function refuseOtherMethods(app: FastifyInstance): void {
  const known = new Map<string, KnownPath>();
  app.addHook('onRoute', ({ method, url }) => {
    const path = known.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    for (const one of [method].flat()) path.methods.add(one);
    known.set(url, path);
  });
  // Hooks of every request call back: a promise each costs more than what they do.
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done();
    const [path = ''] = request.url.split('?', 1);
    const methods = new Set<string>();
    for (const one of known.values()) {
      if (one.pattern.test(path)) for (const method of one.methods) methods.add(method);
    }
    if (methods.size === 0 || methods.has(request.method)) {
      // A page says that to a reader. A body that is sent to nobody is not read first.
      const reads = request.method === 'GET' || request.method === 'HEAD';
      return done(reads ? undefined : nothingHere());
    }
    reply.header('allow', [...methods].sort().join(', '));
    done(new AppError(405, `This address does not take ${request.method}.`));
  });
}
