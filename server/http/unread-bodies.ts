import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { free } from '../shared/received-memory.ts';

/** ms for which the rest of a refused body is still read, so that the client gets to read the response. */
const LINGER = 5_000;

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Discards a refused body; a connection whose body does not end is destroyed. */
export function linger({ raw }: FastifyRequest): void {
  const { socket } = raw;
  // An injected request (tests) has no socket.
  if (raw.complete || !hasBody(raw) || !(socket instanceof Socket)) return;
  raw.unpipe();
  // With another reader attached, the chunks must not be freed here.
  if (raw.listenerCount('data') === 0 && raw.listenerCount('readable') === 0) raw.on('data', free);
  raw.resume();
  const timer = setTimeout(() => {
    if (!raw.complete) socket.destroy();
  }, LINGER);
  timer.unref();
}
