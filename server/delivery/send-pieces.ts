import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { breakOff, STALLED } from './pump.ts';

/** Bytes that own their ArrayBuffer. */
export type Piece = Uint8Array<ArrayBuffer>;

/**
 * Writes a piece and frees its memory.
 * @returns false when the connection is closed
 */
function write(response: ServerResponse, connection: Socket, piece: Piece): Promise<boolean> {
  return new Promise((resolve) => {
    const done = (taken: boolean) => {
      if (piece.buffer.detached) return;
      connection.removeListener('close', gone);
      // The socket no longer refers to it: waiting for the garbage collector would let such memory pile up
      // (docs/decisions/0022).
      piece.buffer.transfer(0);
      resolve(taken);
    };
    const gone = () => done(false);
    connection.once('close', gone);
    response.write(piece, (error) => done(!error && !connection.destroyed));
  });
}

/**
 * Streams generated pieces, sending one while the next is generated. Each piece is consumed. An error before the first
 * is an error response; after it the connection is destroyed, so that a truncated body never looks complete.
 * @param stalledAfter ms that a client may read nothing
 */
export async function sendPieces(
  request: FastifyRequest,
  reply: FastifyReply,
  pieces: AsyncGenerator<Piece>,
  stalledAfter = STALLED,
): Promise<void> {
  if (request.method === 'HEAD') {
    // The generator has not started: nothing to clean up.
    reply.send();
    return;
  }
  let made = await pieces.next();
  const connection = request.raw.socket;
  const response = reply.raw;
  reply.hijack();
  if (connection.destroyed) return void pieces.return(undefined);
  response.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string>);
  let writing = false;
  const stalled = () => {
    // With no write pending the generator is slow, not the client.
    if (writing) breakOff(response, connection);
  };
  response.setTimeout(stalledAfter, stalled);
  try {
    while (!made.done) {
      writing = true;
      const written = write(response, connection, made.value).finally(() => {
        writing = false;
      });
      const [taken, next] = await Promise.all([written, pieces.next()]);
      if (!taken) return;
      made = next;
    }
    response.end();
  } catch (error) {
    breakOff(response, connection);
    reply.log.error({ err: error }, 'an answer broke');
  } finally {
    response.removeListener('timeout', stalled);
    await pieces.return(undefined);
  }
}
