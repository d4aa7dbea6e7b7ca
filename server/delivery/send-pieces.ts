import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { breakOff, STALLED } from './pump.ts';

/** Bytes with memory to themselves. */
export type Piece = Uint8Array<ArrayBuffer>;

/** Writes a piece and gives its memory back. @returns false when nobody reads any more */
function write(response: ServerResponse, connection: Socket, piece: Piece): Promise<boolean> {
  return new Promise((resolve) => {
    const done = (taken: boolean) => {
      if (piece.buffer.detached) return;
      connection.removeListener('close', gone);
      // Nothing of the system refers to it: left to the collector, such memory piles up (docs/decisions/0022).
      piece.buffer.transfer(0);
      resolve(taken);
    };
    const gone = () => done(false);
    connection.once('close', gone);
    response.write(piece, (error) => done(!error && !connection.destroyed));
  });
}

/**
 * Answers with what is made piece by piece, one going out while the next is made. Each piece is used up. What fails
 * before the first is an error answer; after it the connection breaks, so that half of it never looks whole.
 * @param stalledAfter ms that a client may take nothing
 */
export async function sendPieces(
  request: FastifyRequest,
  reply: FastifyReply,
  pieces: AsyncGenerator<Piece>,
  stalledAfter = STALLED,
): Promise<void> {
  if (request.method === 'HEAD') {
    // Nothing is begun yet, so nothing has to be ended.
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
    // While nothing is on its way it is we who are slow.
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
