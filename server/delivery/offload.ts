import { join, relative } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FoundObject } from '../access/index.ts';
import type { ByteRange } from '../http/index.ts';
import type { BlobStore, PresignedAnswer } from '../storage/index.ts';
import { describeFile, type Sendable, sendUnchanged, wantedPart } from './send-file.ts';

/** `DELIVERY` (decisions §5): who sends the bytes. */
export type DeliveryMode = 'stream' | 'x-accel' | 'redirect';

/** Where nginx or the object store serves an object's bytes; undefined: this process streams them. */
export type Delivery = (object: FoundObject, answer: PresignedAnswer) => Promise<Offload | undefined>;

/** The internal location of docs/nginx.md, an alias of the folder `blobs` in DATA_DIR. */
const LOCATION = '/_blobs/';

export function createDelivery(
  { delivery: mode, dataDir }: { delivery: DeliveryMode; dataDir: string },
  blobs: Pick<BlobStore, 'localPath' | 'presign'>,
): Delivery {
  return async (object, answer) => {
    // Computed ZIPs are not stored; a file registered in place is verified while it is sent (decisions §4).
    if (object.kind === 'zip' || !object.inStore || object.size === 0) return undefined;
    if (mode === 'x-accel' && blobs.localPath) {
      const path = relative(join(dataDir, 'blobs'), blobs.localPath(object.blobKey));
      return { internal: LOCATION + path };
    }
    if (mode === 'redirect' && blobs.presign) return { address: await blobs.presign(object.blobKey, answer) };
    return undefined;
  };
}

/** Offloading the bytes to nginx (internal path), or to an object store (redirect). */
export type Offload = { internal: string } | { address: string };

/**
 * Whether the offload target evaluates the request's conditions as we do. nginx learns our ETag too late to evaluate
 * If-Match, and would use the file's own date, which we never sent. Ceph does not support If-Range: a client with the
 * beginning of another revision would get the end of this one.
 */
export const canOffload = ({ headers }: FastifyRequest, etag: string): boolean =>
  (headers.range === undefined || (headers['if-range'] ?? `"${etag}"`) === `"${etag}"`) &&
  headers['if-match'] === undefined &&
  headers['if-unmodified-since'] === undefined &&
  headers['if-modified-since'] === undefined;

/**
 * Evaluates HTTP's conditions (304, 412, 416, HEAD) and offloads the bytes.
 * @param granted called with the range before the client may fetch it; its error is the response instead
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
    // nginx adds its own Accept-Ranges.
    reply.removeHeader('accept-ranges').header('x-accel-redirect', to.internal).send();
    return;
  }
  // A redirect carries no headers of the file, and its URL is valid for a quarter of an hour only.
  for (const name of ['etag', 'accept-ranges', 'content-type', 'content-disposition', 'repr-digest']) {
    reply.removeHeader(name);
  }
  reply.header('cache-control', 'no-store').redirect(to.address, 302);
}
