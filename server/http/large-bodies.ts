import type { FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '../../contract/limits.ts';
import { turns } from './waiting-line.ts';

/** Concurrent large bodies: 8 MiB of JSON can become 170 MB of objects. */
const AT_ONCE = 2;
const WAITING = 20;
/** ms to wait, out of the 15 s that the whole body has (request-bodies.ts). */
const PATIENCE = 5_000;

/** Limits concurrent large JSON bodies, from before they are read until the response is sent. */
export function largeBodies(patience = PATIENCE) {
  const places = turns({
    atOnce: AT_ONCE,
    waiting: WAITING,
    patience,
    busy: 'Several large requests are being worked on right now. Please try again in a moment.',
  });

  return {
    /** Waits until the request's body may be read. @throws AppError 503 when that takes too long */
    async admit({ raw }: FastifyRequest, reply: FastifyReply): Promise<void> {
      const length = raw.headers['content-length'];
      if (length !== undefined && Number(length) <= limits.jsonBody) return;
      const { socket } = raw;
      let state: 'waiting' | 'held' | 'over' = 'waiting';
      const leave = () => {
        if (state === 'held') places.end();
        state = 'over';
        socket.removeListener('close', leave);
      };
      // Both events: a pipelined response that waits behind another gets no close event of its own.
      reply.raw.once('close', leave);
      socket.once('close', leave);
      await places.take();
      if (state === 'waiting') state = 'held';
      else places.end();
    },
  };
}
