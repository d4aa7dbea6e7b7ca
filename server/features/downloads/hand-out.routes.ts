import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FoundFile, FoundObject, Proof, Recipient, Via } from '../../access/index.ts';
import { contentTypeOf, fileNameOf, type ObjectReader } from '../../datasets/index.ts';
import {
  canOffload,
  type Delivery,
  offload,
  type Recorded,
  type RecordedFile,
  sendFile,
  type Transfers,
} from '../../delivery/index.ts';
import { ANSWERED, basicPassword, bearer, offerBasic, whoIs } from '../../http/index.ts';

/** A request and its reply. */
interface Exchange {
  query: { token?: string | undefined };
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Runs `find` with the request's credentials. A 401 offers Basic to command-line tools only: without a `token` and
 * without a browser's `Sec-Fetch-…` header (decisions §2).
 */
export async function withProof<T extends { to: Recipient }>(
  { query, request, reply }: Exchange,
  find: (proof: Proof) => Promise<T>,
): Promise<T> {
  const { authorization } = request.headers;
  const token = query.token ?? bearer(authorization);
  try {
    const found = await find({ token, password: basicPassword(authorization) });
    request.who = whoIs(found.to.kind, found.to.id);
    return found;
  } catch (error) {
    if (query.token === undefined) offerBasic(error, request, reply);
    throw error;
  }
}

/** What a download's record is about: the object, or the files of which this is one. */
function recordedOf(object: FoundObject | FoundFile): { recorded: Recorded; file?: RecordedFile } {
  if (!('files' in object)) return { recorded: object };
  const { index, files, datasetId, datasetName, version, lineageId, asksRequest } = object;
  const { release: id, offsets, path, parts } = files;
  const size = offsets.at(-1) ?? 0;
  const of = { id, datasetId, datasetName, version, lineageId, asksRequest };
  return {
    recorded: { ...of, path, size, files: offsets, parts },
    file: { index, start: offsets[index] ?? 0 },
  };
}

interface Dependencies {
  reader: Pick<ObjectReader, 'segments' | 'open' | 'openStored' | 'assertSound'>;
  transfers: Transfers;
  delivery: Delivery;
  /** ms that a client may read nothing; absent: the production value. */
  stalledAfter?: number | undefined;
}

/** An object that may be sent, and to whom. */
interface Permitted {
  object: FoundObject | FoundFile;
  to: Recipient;
  via: Via;
}

/** Sends what the user may have: streamed, or by nginx or the object store; and keeps its record. */
export function handingOut({ reader, transfers, delivery, stalledAfter }: Dependencies) {
  return async (
    { request, reply }: Pick<Exchange, 'request' | 'reply'>,
    { object, to, via }: Permitted,
  ): Promise<typeof ANSWERED> => {
    const origin =
      to.kind === 'guest'
        ? { ip: '', userAgent: '' }
        : { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' };
    const who = { to, via, ...origin };
    const sent = {
      fileName: fileNameOf(object.path),
      contentType: contentTypeOf(object.path),
      size: object.size,
      etag: object.etag,
      sha256: object.sha256,
    };
    const { recorded, file } = recordedOf(object);
    // For a stored file the object's row has shown this already; saves a query per range.
    const sound = object.kind === 'file' && object.inStore;
    if (!sound) await reader.assertSound(object);
    const offloaded = canOffload(request, sent.etag) ? await delivery(object, sent) : undefined;
    if (offloaded) {
      await offload(request, reply, sent, offloaded, (range) =>
        transfers.granted(recorded, who, range, file),
      );
      return ANSWERED;
    }
    const source = {
      segments: (start: number, end: number) => reader.segments(object, start, end),
      open: sound ? reader.openStored : reader.open,
    };
    const watcher = transfers.watch(recorded, who, file);
    await sendFile(request, reply, { ...sent, source }, { watcher, stalledAfter });
    return ANSWERED;
  };
}
