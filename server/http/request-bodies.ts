import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../shared/errors.ts';
import { free } from '../shared/received-memory.ts';

/** ms for which the rest of a refused body is still read, so that the client gets to read the response. */
const LINGER = 5_000;

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Discards a refused body; a connection whose body does not end is destroyed. One that the client wants closed after the
 * response stays open until its body is through: closed earlier, its reset would overtake the response.
 */
export function linger({ raw }: FastifyRequest, response: ServerResponse): void {
  const { socket } = raw;
  // An injected request (tests) has no socket.
  if (raw.complete || !hasBody(raw) || !(socket instanceof Socket)) return;
  raw.unpipe();
  // With another reader attached, the chunks must not be freed here.
  if (raw.listenerCount('data') === 0 && raw.listenerCount('readable') === 0) raw.on('data', free);
  raw.resume();
  if (!response.shouldKeepAlive && !response.headersSent) {
    response.shouldKeepAlive = true;
    raw.once('end', () => {
      if (response.writableFinished) socket.end();
      else response.once('finish', () => socket.end());
    });
  }
  const timer = setTimeout(() => {
    if (!raw.complete) socket.destroy();
  }, LINGER);
  timer.unref();
}

/** Time limits of a request body (threats.md, "Server"), in ms. */
export interface BodyTimes {
  /** For a whole body, uploads excepted. */
  small: number;
  /** An upload must bring `bytes` in every window of `stretch` ms. */
  upload: { bytes: number; stretch: number };
}

export const bodyTimes: BodyTimes = {
  small: 15_000,
  upload: { bytes: 30 * 8 * 1024, stretch: 30_000 },
};

/** Checks per window: a slow client is noticed late by at most a sixth of it. */
const CHECKS = 6;

const isUpload = (type: string | undefined): boolean =>
  /^\s*(multipart\/form-data|application\/offset\+octet-stream)\b/i.test(type ?? '');

/** Fails the reading of a body with a 408; without a reader the connection is closed. */
function refuse({ raw }: FastifyRequest, reply: FastifyReply): void {
  // Completely received: the client is not slow.
  if (raw.complete) return;
  const error = new AppError(408, 'The data came too slowly. Please check the connection and try again.');
  // Form parsers keep an error that has a status.
  Object.assign(error, { statusCode: 408 });
  // The client may still be sending: the connection cannot be reused.
  if (!reply.sent) reply.header('connection', 'close');
  if (raw.listenerCount('error') > 0) raw.emit('error', error);
  else raw.destroy();
}

/** Bytes received on the connection, headers included; only differences are used. */
const bytesOf = (raw: IncomingMessage): number => raw.socket.bytesRead;

function watchSpeed(
  raw: IncomingMessage,
  { bytes, stretch }: BodyTimes['upload'],
  tooSlow: () => void,
): NodeJS.Timeout {
  let seen = [bytesOf(raw)];
  return setInterval(() => {
    // Unread bytes are buffered: the reader is slow, not the client.
    if (raw.readableLength > 0) seen = [];
    seen.push(bytesOf(raw));
    if (seen.length <= CHECKS) return;
    const [first = 0] = seen.splice(0, 1);
    if (bytesOf(raw) - first < bytes) tooSlow();
  }, stretch / CHECKS);
}

/** Refuses clients that hold a connection with a trickle of bytes: Node has no other limit on a body's duration. */
export function refuseSlowBodies(app: FastifyInstance, times: BodyTimes): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    // An injected request (tests) has no socket.
    if (!hasBody(raw) || !(raw.socket instanceof Socket)) return done();
    const tooSlow = () => refuse(request, reply);
    const timer = isUpload(raw.headers['content-type'])
      ? watchSpeed(raw, times.upload, tooSlow)
      : setTimeout(tooSlow, times.small);
    timer.unref();
    const stop = () => clearTimeout(timer);
    raw.once('end', stop).once('close', stop);
    done();
  });
}
