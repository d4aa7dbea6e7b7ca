import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ByteRange } from '../http/index.ts';
import { describeFile, type Sendable, sendUnchanged, wantedPart } from './send-file.ts';

/** Who sends the bytes in our place: nginx in front of us, or an object store. */
export type Offload = { internal: string } | { address: string };

/**
 * Whether the one in front would judge the request as we do. nginx knows our ETag too late to judge If-Match by it,
 * and a file's own date would be one that we never said. Ceph knows no If-Range: a client that holds the beginning of
 * another revision would get the end of this one.
 */
export const canOffload = ({ headers }: FastifyRequest, etag: string): boolean =>
  (headers.range === undefined || (headers['if-range'] ?? `"${etag}"`) === `"${etag}"`) &&
  headers['if-match'] === undefined &&
  headers['if-unmodified-since'] === undefined &&
  headers['if-modified-since'] === undefined;

/**
 * Answers all that HTTP's conditions decide (304, 412, 416, HEAD) and lets somebody else send the bytes.
 * @param granted is told the range before the client may fetch it; what it throws is answered instead
 */
export async function offload(
  request: FastifyRequest,
  reply: FastifyReply,
  file: Omit<Sendable, 'source'>,
  to: Offload,
  granted: (range: ByteRange) => Promise<void>,
): Promise<void> {
  describeFile(reply, file);
  const wanted = wantedPart(request, reply, file);
  if (wanted === 'unchanged') {
    sendUnchanged(reply);
    return;
  }
  if (request.method === 'HEAD') {
    reply.header('content-length', String(file.size)).send();
    return;
  }
  await granted(wanted === 'whole' ? { start: 0, end: file.size } : wanted);
  if ('internal' in to) {
    // nginx says by itself that it takes ranges.
    reply.removeHeader('accept-ranges').header('x-accel-redirect', to.internal).send();
    return;
  }
  // What describes the file describes no redirect, and the address is good for a quarter of an hour only.
  for (const name of ['etag', 'accept-ranges', 'content-type', 'content-disposition', 'repr-digest']) {
    reply.removeHeader(name);
  }
  reply.header('cache-control', 'no-store').redirect(to.address, 302);
}
