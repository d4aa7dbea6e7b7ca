import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../shared/errors.ts';
import { hasBody } from './unread-bodies.ts';

/** What a body may take (threats.md, "Server"). Times in ms. */
export interface BodyTimes {
  /** For all of a body that is not an upload. */
  small: number;
  /** An upload brings `bytes` in any stretch of `stretch`. */
  upload: { bytes: number; stretch: number };
}

export const bodyTimes: BodyTimes = {
  small: 15_000,
  upload: { bytes: 30 * 8 * 1024, stretch: 30_000 },
};

/** Looks per stretch: how late a slow sender is noticed, at most by a sixth of it. */
const LOOKS = 6;

const isUpload = (type: string | undefined): boolean =>
  /^\s*(multipart\/form-data|application\/offset\+octet-stream)\b/i.test(type ?? '');

/** Ends the reading of a body with a 408 for whoever reads it; without a reader the connection ends. */
function refuse({ raw }: FastifyRequest, reply: FastifyReply): void {
  // All of it is here: whoever reads it, or never will, is not the sender.
  if (raw.complete) return;
  const error = new AppError(408, 'The data came too slowly. Please check the connection and try again.');
  // Form parsers pass an error on as it is when it has a status.
  Object.assign(error, { statusCode: 408 });
  // Its sender may be sending still: the connection is of no use to anybody.
  if (!reply.sent) reply.header('connection', 'close');
  if (raw.listenerCount('error') > 0) raw.emit('error', error);
  else raw.destroy();
}

/** Bytes of the connection so far; those of the headers before do not matter to differences. */
const bytesOf = (raw: IncomingMessage): number => raw.socket.bytesRead;

function watchSpeed(
  raw: IncomingMessage,
  { bytes, stretch }: BodyTimes['upload'],
  tooSlow: () => void,
): NodeJS.Timeout {
  let seen = [bytesOf(raw)];
  return setInterval(() => {
    // Bytes are waiting: whoever reads them is slow, not the sender.
    if (raw.readableLength > 0) seen = [];
    seen.push(bytesOf(raw));
    if (seen.length <= LOOKS) return;
    const [first = 0] = seen.splice(0, 1);
    if (bytesOf(raw) - first < bytes) tooSlow();
  }, stretch / LOOKS);
}

/** Guards against senders that hold a connection with a trickle: there is no other limit to how long a body takes. */
export function refuseSlowBodies(app: FastifyInstance, times: BodyTimes): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    // An injected request has no connection.
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
