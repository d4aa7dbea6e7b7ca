import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { free } from '../shared/received-memory.ts';

/** How long the rest of a refused body is still read, so that its sender comes to read the answer. */
const LINGER = 5_000;

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Lets a refused body run out unread; one that does not end is broken off. */
export function linger({ raw }: FastifyRequest): void {
  const { socket } = raw;
  // Without a real socket (an injected request) there is nobody to wait for.
  if (raw.complete || !hasBody(raw) || !(socket instanceof Socket)) return;
  raw.unpipe();
  // Where somebody else has begun to read, the pieces are not ours to free.
  if (raw.listenerCount('data') === 0 && raw.listenerCount('readable') === 0) raw.on('data', free);
  raw.resume();
  const timer = setTimeout(() => {
    if (!raw.complete) socket.destroy();
  }, LINGER);
  timer.unref();
}
