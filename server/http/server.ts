import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import pino from 'pino';
import { limits } from '../../contract/limits.ts';
import { addressKey } from '../shared/address-key.ts';
import { AppError } from '../shared/errors.ts';
import { newId } from '../shared/ids.ts';
import { type Answered, watchAnswer, watchAnswers } from './answered.ts';
import { answerClientError } from './client-errors.ts';
import { handleErrors, sendError, toAppError } from './errors.ts';
import { refuseOtherMethods } from './known-paths.ts';
import { newConnections } from './new-connections.ts';
import { bareHeaders, commonHeaders } from './policy.ts';
import { keepRegistered } from './registered.ts';
import { type BodyTimes, bodyTimes, refuseSlowBodies } from './request-bodies.ts';
import { originForm, refuseTwoHosts, tellOfForwarding } from './request-heads.ts';

export interface ServerOptions {
  trustProxy: string[];
  publicUrl: string;
  rateLimitFactor: number;
  /** Pino's level, or false for no log. */
  logLevel: string | false;
  /** Called when the answer to a request has ended. */
  onAnswered?: (answered: Answered) => void;
  /** Called once when a peer that TRUST_PROXY does not name sends forwarding headers. */
  onUntrustedProxy?: (peer: string) => void;
  /** Tests: shorter times. */
  bodyTimes?: BodyTimes;
}

/** The Fastify instance that routes are registered on. */
export type Server = FastifyInstance;

/** `watchAnswers` writes one line a request. */
class OneLine extends LogController {
  override incomingRequest(): void {}
  override requestCompleted(): void {}
}

/** Fastify with the settings of all routes: limits, headers, errors, and a log without secrets. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { onAnswered = () => {} } = options;
  const app = Fastify({
    trustProxy: options.trustProxy.length > 0 ? options.trustProxy : false,
    genReqId: newId,
    rewriteUrl: ({ url }) => originForm(url ?? '/'),
    // Longest path that decisions §4 allows, every byte percent-encoded.
    routerOptions: { maxParamLength: limits.pathBytes * 3, ignoreTrailingSlash: false },
    requestTimeout: 0,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    // A header with 5,000 ranges is accepted, and answered with the whole file (threat 31). Node checks timeouts every
    // 30 s by default: a connection with slow headers would live up to 40 s.
    http: { headersTimeout: 10_000, maxHeaderSize: 65_536, connectionsCheckingInterval: 1_000 },
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => {
      // No hook runs for an undecodable URL: what they do is done here.
      watchAnswer(request as never, reply as never, onAnswered);
      reply.headers({ ...bareHeaders, 'x-request-id': request.id });
      sendError(toAppError(error), request as never, reply as never);
    },
    logController: new OneLine(),
    logger:
      options.logLevel === false
        ? false
        : {
            level: options.logLevel,
            // Buffered: a system call per line costs a range request as much as authenticating it.
            stream: pino.destination({ dest: 1, sync: false, minLength: 8_192, periodicFlush: 100 }),
            // Tickets and tokens are in queries: the log has the path only (threat 13).
            serializers: {
              req: (request) => ({ method: request.method, path: request.url.split('?', 1)[0] ?? '' }),
            },
          },
  });

  app.server.on('connection', newConnections.came);
  keepRegistered(app);
  watchAnswers(app, onAnswered);
  readJson(app);
  handleErrors(app);
  const common = commonHeaders(options.publicUrl);
  const ofCalls = { ...common, 'cache-control': 'no-store' };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.url.startsWith('/api/') ? ofCalls : common).header('x-request-id', request.id);
    done();
  });
  if (options.rateLimitFactor > 0) {
    await app.register(rateLimit, {
      global: false,
      keyGenerator: (request) => addressKey(request.ip),
      errorResponseBuilder: (_request, context) =>
        new AppError(429, `Too many requests. Please try again in ${Math.ceil(context.ttl / 1000)} s.`, {
          retryAfter: context.ttl / 1000,
        }),
    });
  }
  refuseTwoHosts(app);
  tellOfForwarding(app, options.onUntrustedProxy);
  refuseOtherMethods(app);
  refuseSlowBodies(app, options.bodyTimes ?? bodyTimes);
  return app;
}

/** The default JSON parser, but an empty body is accepted: `POST logout` with a JSON content type. */
function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body as string, done);
  });
}
