import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type $ZodType, safeParse } from 'zod/v4/core';
import type { BodyOf, DataOf, Endpoint, ParamsOf, QueryOf, Who } from '../../contract/endpoint.ts';
import { limits } from '../../contract/limits.ts';
import type {
  AdminCaller,
  Audit,
  AuditBy,
  Caller,
  GuestCaller,
  Identify,
  UserCaller,
} from '../auth/index.ts';
import { AppError } from '../shared/errors.ts';
import { identifyFor } from './answered.ts';
import { authorize } from './authorize.ts';
import { takesForms, takesOneClick } from './form.ts';
import { largeBodies } from './large-bodies.ts';
import { parseInput } from './parse-input.ts';
import { type Prepared, sendPrepared } from './prepared.ts';
import { hasBody } from './request-bodies.ts';
import { wildcardPath } from './request-heads.ts';

/** A handler's input: validated values, and the caller. */
export interface Input<E extends Endpoint, C extends Caller = Caller> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  caller: C;
  /** The rest of the path matched by `*`, decoded once; empty without one. */
  rest: string;
  /** Writes an audit entry in the transaction of a change; every mutating call must write at least one. */
  audit: Audit;
  request: FastifyRequest;
  reply: FastifyReply;
}

export interface RouteOptions {
  /** While true, the response has `no-cache` and an ETag, and is 304 when unchanged; otherwise `no-store`. */
  revalidate?: (caller: Caller) => boolean;
  /** Name of the per-address rate limit. */
  limit?: string;
  /**
   * For responses that all clients share: the cached response, sent before anything else is done. It must check itself
   * whatever of the request could change the response, the query included.
   */
  ready?: (request: FastifyRequest) => Prepared | undefined;
  /** An administrator's call that changes nothing but their own session. */
  unaudited?: boolean;
  /** See `FastifyContextConfig`. */
  noAddress?: boolean;
}

/** Returned by a file endpoint's handler that has sent the response itself. */
export const ANSWERED = Symbol('answered');

/** The response's `data`; nothing where the contract has none; `ANSWERED` when the reply is already being sent. */
type Answer<E extends Endpoint> =
  | Promise<typeof ANSWERED>
  | (DataOf<E> extends undefined ? Promise<void> : Promise<DataOf<E> | typeof ANSWERED>);

export type Route = <E extends Endpoint>(
  endpoint: E,
  handler: (input: Input<E>) => Answer<E>,
  options?: RouteOptions,
) => void;

export interface RouteContext {
  identify: Identify;
  /** Tests: validates every response against the endpoint's schema. */
  checkAnswers: boolean;
  auditBy: AuditBy;
  /** Called after an administrator's mutating call. */
  onChange: () => void;
  /** Rate-limit options by the limit's name. */
  limitConfig: (name: string) => object;
}

function parse(schema: $ZodType | undefined, value: unknown, where: string): unknown {
  if (schema === undefined) {
    const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
    if (keys.length === 0) return undefined;
    throw new AppError(400, `This call takes no ${where}.`, {
      errors: keys.map((path) => ({ path, message: 'Unknown field.' })),
    });
  }
  return parseInput(schema, value);
}

const isMultipart = ({ headers }: FastifyRequest): boolean =>
  /^\s*multipart\/form-data\b/i.test(headers['content-type'] ?? '');

const mayBeForm = ({ takes }: Endpoint): boolean => takes === 'multipart' || takes === 'json-or-multipart';

/** Whether the body is multipart. Elsewhere Fastify has refused it already, and lacks `isMultipart`. */
function isForm(endpoint: Endpoint, request: FastifyRequest): boolean {
  if (!mayBeForm(endpoint)) return false;
  if (request.isMultipart()) return true;
  if (endpoint.takes === 'multipart') throw new AppError(415, 'Send this as multipart/form-data.');
  return false;
}

function sendRevalidated(request: FastifyRequest, reply: FastifyReply, body: string): FastifyReply {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  reply.header('cache-control', 'no-cache').header('etag', etag);
  const known = (request.headers['if-none-match'] ?? '')
    .split(',')
    .map((part) => part.trim().replace(/^W\//, ''));
  if (known.includes(etag) || known.includes('*')) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(body);
}

/** Creates the function that registers contract endpoints as routes. */
export function routeMaker(app: FastifyInstance, context: RouteContext): Route {
  const large = largeBodies();

  /**
   * An unauthorised caller is refused before the body is read or parsed (threat 34). Authorised again after that: a
   * session may end while the body arrives.
   */
  const beforeBody =
    ({ who, bodyLimit = 0 }: Endpoint) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      if (!hasBody(request.raw)) return;
      if (who.kind !== 'anyone')
        await authorize(who, request.headers, identifyFor(request, context.identify));
      if (bodyLimit > limits.jsonBody && !isMultipart(request)) await large.admit(request, reply);
    };

  return (endpoint, handler, options = {}) => {
    const { ready } = options;
    if (ready && endpoint.who.kind !== 'anyone') throw new Error(`${endpoint.path} is not for everybody`);
    const add = (scope: FastifyInstance) =>
      scope.route({
        method:
          endpoint.answers === 'file' && endpoint.method === 'GET' ? ['GET', 'HEAD'] : [endpoint.method],
        url: endpoint.path,
        bodyLimit: endpoint.bodyLimit ?? limits.jsonBody,
        config: {
          endpoint,
          ...(options.noAddress && { noAddress: true }),
          ...(options.limit === undefined ? {} : context.limitConfig(options.limit)),
        },
        // After the per-address limits; skipped for methods without a body, to keep cached responses fast.
        ...(endpoint.method === 'GET' ? {} : { preParsing: beforeBody(endpoint) }),
        handler: (request, reply) => {
          const prepared = ready?.(request);
          return prepared ? sendPrepared(request, reply, prepared) : answer(request, reply);
        },
      });
    if (mayBeForm(endpoint) || endpoint.takes === 'one-click')
      void app.register(async (scope) => {
        if (mayBeForm(endpoint)) await takesForms(scope);
        else takesOneClick(scope);
        add(scope);
      });
    else add(app);

    async function answer(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
      const caller = await authorize(endpoint.who, request.headers, identifyFor(request, context.identify));
      const action = `${endpoint.method} ${endpoint.path}`;
      let isNoted = false;
      const audit: Audit = async (trx, change) => {
        await context.auditBy(asAdmin(caller), action, request.ip)(trx, change);
        isNoted = true;
      };
      const form = isForm(endpoint, request);
      const { '*': _, ...params } = (request.params ?? {}) as Record<string, string>;
      const input = {
        params: endpoint.params ? parse(endpoint.params, params, 'path values') : params,
        query: parse(endpoint.query, request.query, 'query'),
        // A multipart body's fields are parsed while it streams.
        body: form ? undefined : parse(endpoint.body, request.body ?? undefined, 'body'),
        rest: endpoint.path.endsWith('*') ? wildcardPath(request.raw.url ?? '', endpoint.path) : '',
        caller,
        audit,
        request,
        reply,
      };
      let data: unknown;
      try {
        data = await handler(input as never);
      } finally {
        // After a failed call, too: it may have committed a change before.
        if (isChange(endpoint)) context.onChange();
      }
      if (isChange(endpoint) && !options.unaudited && !isNoted) {
        throw new Error(`${action} noted no change for the audit log`);
      }
      if (data === ANSWERED || reply.sent) return reply;
      if (context.checkAnswers && endpoint.data) checkAnswer(endpoint, data);
      const envelope = { code: 200, msg: 'ok', ...(data === undefined ? {} : { data }) };
      if (!options.revalidate?.(caller)) return envelope;
      return sendRevalidated(request, reply, JSON.stringify(envelope));
    }
  };
}

/** Whether a call needs an audit entry: an administrator's, with a mutating method. */
const isChange = ({ who, method }: Endpoint): boolean =>
  (who.kind === 'admin' || who.kind === 'any-admin') && method !== 'GET';

function checkAnswer(endpoint: Endpoint, data: unknown): void {
  const result = endpoint.data && safeParse(endpoint.data, data);
  if (result && !result.success) {
    throw new Error(`${endpoint.method} ${endpoint.path} broke its contract: ${result.error.message}`);
  }
}

/** For handlers whose rule admits only users. */
export function asUser(caller: Caller): UserCaller {
  if (caller.kind !== 'user') throw new Error('the endpoint admits users only');
  return caller;
}

/** For handlers whose rule admits only guests. */
export function asGuest(caller: Caller): GuestCaller {
  if (caller.kind !== 'guest') throw new Error('the endpoint admits guests only');
  return caller;
}

/** For handlers whose rule admits only administrators. */
export function asAdmin(caller: Caller): AdminCaller {
  if (caller.kind !== 'admin') throw new Error('the endpoint admits administrators only');
  return caller;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract endpoint of an /api route; a route without one fails the tests. */
    endpoint?: { method: string; path: string; who: Who; answers: string };
  }
}
