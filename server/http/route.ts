import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type $ZodType, safeParse } from 'zod/v4/core';
import type { BodyOf, DataOf, Endpoint, ParamsOf, QueryOf, Who } from '../../contract/endpoint.ts';
import { limits } from '../../contract/limits.ts';
import type { AdminCaller, Audit, AuditBy, Caller, Identify, UserCaller } from '../auth/index.ts';
import { AppError } from '../shared/errors.ts';
import { authorize } from './authorize.ts';
import { largeBodies } from './large-bodies.ts';
import { parseInput } from './parse-input.ts';
import { type Prepared, sendPrepared } from './prepared.ts';
import { takesForms } from './takes-forms.ts';
import { hasBody } from './unread-bodies.ts';
import { wildcardPath } from './wildcard-path.ts';

/** What a handler is given: checked input, and who is asking. */
export interface Input<E extends Endpoint, C extends Caller = Caller> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  caller: C;
  /** The rest of the path that `*` stands for, decoded once; empty without one. */
  rest: string;
  /** Notes what an administrator changes, in the transaction that does; every such call must note at least one. */
  audit: Audit;
  request: FastifyRequest;
  reply: FastifyReply;
}

export interface RouteOptions {
  /** Answered with `no-cache` and an ETag while this says so, 304 when unchanged; otherwise `no-store`. */
  revalidate?: (caller: Caller) => boolean;
  /** The name of the limit per address that counts this call. */
  limit?: string;
  /**
   * For what everybody gets alike: the answer while it is at hand, sent before anything else is done. It must look for
   * itself at whatever of the request could change the answer, the query included.
   */
  ready?: (request: FastifyRequest) => Prepared | undefined;
  /** An administrator's call that changes nothing but their own session. */
  unaudited?: boolean;
}

/** What a file endpoint's handler returns once it has answered on its own. */
export const ANSWERED = Symbol('answered');

/** The answer's `data`; nothing where the contract states none; `ANSWERED` when the reply is on its way already. */
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
  /** Tests: every answer must be of the endpoint's shape. */
  checkAnswers: boolean;
  auditBy: AuditBy;
  /** After an administrator changed something. */
  onChange: () => void;
  /** Rate-limit options by a limit's name. */
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

/** Whether the body is a form. Where none is taken, Fastify has refused it already, and requests cannot even be asked. */
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

/** Makes the function with which features turn contract endpoints into routes. */
export function routeMaker(app: FastifyInstance, context: RouteContext): Route {
  const large = largeBodies();

  /**
   * Who may not call is told before their body is read, let alone parsed (threat 34). The answer judges once more: a
   * session may end while the body comes in.
   */
  const beforeBody =
    ({ who, bodyLimit = 0 }: Endpoint) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      if (!hasBody(request.raw)) return;
      if (who.kind !== 'anyone') await authorize(who, request.headers, context.identify);
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
        config: { endpoint, ...(options.limit === undefined ? {} : context.limitConfig(options.limit)) },
        // After the limits per address; no look at what cannot have a body, a catalogue's answer least of all.
        ...(endpoint.method === 'GET' ? {} : { preParsing: beforeBody(endpoint) }),
        handler: (request, reply) => {
          const prepared = ready?.(request);
          return prepared ? sendPrepared(request, reply, prepared) : answer(request, reply);
        },
      });
    if (!mayBeForm(endpoint)) add(app);
    else
      void app.register(async (scope) => {
        await takesForms(scope);
        add(scope);
      });

    async function answer(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
      const caller = await authorize(endpoint.who, request.headers, context.identify);
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
        // A multipart body's fields are parsed while it streams in.
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
        // Of a call that fails, too: it may have changed something before that, which others must see.
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

/** Whether the audit log must know of a call: an administrator's, and not only a look. */
const isChange = ({ who, method }: Endpoint): boolean =>
  (who.kind === 'admin' || who.kind === 'any-admin') && method !== 'GET';

function checkAnswer(endpoint: Endpoint, data: unknown): void {
  const result = endpoint.data && safeParse(endpoint.data, data);
  if (result && !result.success) {
    throw new Error(`${endpoint.method} ${endpoint.path} broke its contract: ${result.error.message}`);
  }
}

/** For handlers behind a rule that lets only users in. */
export function asUser(caller: Caller): UserCaller {
  if (caller.kind !== 'user') throw new Error('the endpoint admits users only');
  return caller;
}

/** For handlers behind a rule that lets only administrators in. */
export function asAdmin(caller: Caller): AdminCaller {
  if (caller.kind !== 'admin') throw new Error('the endpoint admits administrators only');
  return caller;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract endpoint behind an /api route; a route without one fails the suite. */
    endpoint?: { method: string; path: string; who: Who; answers: string };
  }
}
