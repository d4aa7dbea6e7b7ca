import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Caller, type Identify, isGuestToken } from '../auth/index.ts';
import { bearer } from './authorize.ts';

/** A request, when its answer has ended. */
export interface Answered {
  method: string;
  /** Pattern of the route, never a path; `unmatched` when there is none. */
  route: string;
  /** 499: the client left before the answer began. */
  status: number;
  seconds: number;
  /** Sent, headers included. */
  bytes: number;
}

/** A path that is longer is cut in the log. */
const PATH_LENGTH = 1_024;
const CLIENT_LEFT = 499;

/** Bytes of each connection that are counted already. */
const counted = new WeakMap<Socket, number>();

/** Answers of a connection end in their order: what it has sent since the last end is this one's. */
function bytesOf(socket: Socket): number {
  // An injected request (tests) has no connection.
  const sent = socket.bytesWritten ?? 0;
  const bytes = sent - (counted.get(socket) ?? 0);
  if (bytes > 0) counted.set(socket, sent);
  return bytes;
}

/** Logs a request and tells of it when its answer has ended, however it ends. */
export function watchAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  onAnswered: (answered: Answered) => void,
): void {
  const began = performance.now();
  const { socket } = request.raw;
  // Taken for a guest until they are looked up: what is refused or fails before then has no address, either.
  if (guestTokens(request).length > 0) request.who = GUEST;
  reply.raw.once('close', () => {
    const { statusCode, headersSent, writableFinished } = reply.raw;
    const answered = {
      method: request.method,
      route: request.routeOptions.url ?? 'unmatched',
      status: headersSent ? statusCode : CLIENT_LEFT,
      seconds: (performance.now() - began) / 1_000,
      bytes: bytesOf(socket),
    };
    onAnswered(answered);
    const { method, route, status, bytes } = answered;
    // Tickets and tokens are in queries: the log has the path only (threat 13).
    const path = request.url.split('?', 1)[0]?.slice(0, PATH_LENGTH);
    const ms = Math.round(answered.seconds * 1_000);
    const { who, ip } = request;
    const isNoted = who !== GUEST && request.routeOptions.config?.noAddress !== true;
    const line = {
      method,
      route,
      path,
      status,
      ms,
      bytes,
      ...(who !== '' && { who }),
      ...(isNoted && { ip }),
    };
    request.log.info(writableFinished ? line : { ...line, cut: true }, 'request');
  });
}

/** Register first: hooks of others may refuse a request. */
export function watchAnswers(app: FastifyInstance, onAnswered: (answered: Answered) => void): void {
  app.decorateRequest('who', '');
  app.addHook('onRequest', (request, reply, done) => {
    watchAnswer(request, reply, onAnswered);
    done();
  });
}

/** A reviewer: without address, and without the link's id, so that their lines cannot be put together. */
const GUEST = 'guest';

/** For the log: an id, no name. */
export const whoIs = (kind: Exclude<Caller['kind'], 'nobody'>, id: string): string =>
  kind === 'guest' ? GUEST : `${kind} ${id}`;

/**
 * Looks up whether what comes as a guest's request is one, before anything answers it: also what is answered from a cache,
 * refused, or comes after the end of the session. A token that is made up hides no address.
 * @param isGuests whether it is one that this portal has given
 */
export function markGuests(app: FastifyInstance, isGuests: (token: string) => Promise<boolean>): void {
  const look = async (request: FastifyRequest): Promise<void> => {
    for (const token of guestTokens(request)) if (await isGuests(token)) return;
    request.who = '';
  };
  // Callback style: a promise per request costs more than the hook's work.
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.who !== GUEST) return done();
    look(request).then(() => done(), done);
  });
}

/** What a request carries that looks like a guest's. */
function guestTokens({ headers, url }: FastifyRequest): string[] {
  const inQuery = /[?&]token=([^&]*)/.exec(url)?.[1] ?? '';
  return [bearer(headers.authorization) ?? '', decoded(inQuery)].filter(isGuestToken);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** As `identify`; the request's log line then says who it was, also when they are refused. */
export const identifyFor =
  (request: FastifyRequest, identify: Identify): Identify =>
  async (token, background) => {
    const judged = await identify(token, background);
    if (judged.state === 'live') request.who = whoIs(judged.caller.kind, judged.caller.id);
    return judged;
  };

declare module 'fastify' {
  interface FastifyRequest {
    /** Kind and id of the signed-in caller, for the log; empty as long as there is none. */
    who: string;
  }

  interface FastifyContextConfig {
    /** A reviewer link begins here: no address in the log, whoever asks. */
    noAddress?: boolean;
  }
}
