import type { FastifyInstance } from 'fastify';
import { AppError } from '../shared/errors.ts';
import { nothingHere } from './errors.ts';

interface KnownPath {
  pattern: RegExp;
  methods: Set<string>;
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A route's URL as a regular expression: `:name` is one segment, a trailing `*` the rest. */
const patternOf = (url: string): RegExp =>
  new RegExp(
    `^${url
      .split('/')
      .map((part) => (part === '*' ? '.*' : part.startsWith(':') ? '[^/]+' : literal(part)))
      .join('/')}$`,
  );

/**
 * A known path with another method responds 405 with `Allow` (decisions §1, RFC 9110 §15.5.6), where Fastify responds
 * 404. Register before the first route.
 */
export function refuseOtherMethods(app: FastifyInstance): void {
  const known = new Map<string, KnownPath>();
  app.addHook('onRoute', ({ method, url }) => {
    const path = known.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    for (const one of [method].flat()) path.methods.add(one);
    known.set(url, path);
  });
  // Callback style: a promise per request costs more than the hook's work.
  app.addHook('onRequest', (request, reply, done) => {
    // `…/data/` is a path of its own, not `…/data/:id` with an empty id.
    if (!request.is404 && !/.\/(\?|$)/.test(request.url)) return done();
    const [path = ''] = request.url.split('?', 1);
    const exact = known.get(path);
    if (!request.is404 && (!exact || exact.methods.has(request.method))) return done();
    const methods = new Set<string>(exact?.methods);
    for (const one of exact ? [] : known.values()) {
      if (one.pattern.test(path)) for (const method of one.methods) methods.add(method);
    }
    if (methods.size === 0 || methods.has(request.method)) {
      // GET and HEAD go on to the not-found page. Other methods are refused before their body is read.
      const reads = request.method === 'GET' || request.method === 'HEAD';
      return done(reads ? undefined : nothingHere());
    }
    reply.header('allow', [...methods].sort().join(', '));
    done(new AppError(405, `This address does not take ${request.method}.`));
  });
}
