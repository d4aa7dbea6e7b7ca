import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { download, downloadInspection } from '../../../contract/download.ts';
import type { FoundObject, JudgeDownload, Proof } from '../../access/index.ts';
import { contentTypeOf, fileNameOf, type ObjectReader } from '../../datasets/index.ts';
import {
  canOffload,
  type Delivery,
  integrityFile,
  offload,
  sendFile,
  type Transfers,
} from '../../delivery/index.ts';
import {
  ANSWERED,
  basicPassword,
  bearer,
  CHALLENGE,
  fromBrowser,
  type Route,
  whoIs,
} from '../../http/index.ts';
import { AppError } from '../../shared/errors.ts';

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
async function withProof<T extends { userId: string }>(
  { query, request, reply }: Exchange,
  find: (proof: Proof) => Promise<T>,
): Promise<T> {
  const { authorization } = request.headers;
  const token = query.token ?? bearer(authorization);
  try {
    const found = await find({ token, password: basicPassword(authorization) });
    request.who = whoIs('user', found.userId);
    return found;
  } catch (error) {
    const offers = query.token === undefined && !fromBrowser(request.headers);
    if (error instanceof AppError && error.code === 401 && offers)
      reply.header('www-authenticate', CHALLENGE);
    throw error;
  }
}

interface Dependencies {
  judge: JudgeDownload;
  /** Queues the hash of a ZIP with priority. */
  hashSoon: (object: FoundObject) => void;
  reader: Pick<ObjectReader, 'segments' | 'open' | 'openStored' | 'assertSound'>;
  transfers: Transfers;
  delivery: Delivery;
  /** ms that a client may read nothing; absent: the production value. */
  stalledAfter?: number | undefined;
}

/** §7: download and downloadInspection, as plain links. */
export function downloadsRoutes(
  route: Route,
  { judge, hashSoon, reader, transfers, delivery, stalledAfter }: Dependencies,
): void {
  route(download, async (input) => {
    const { params, query, rest, request, reply } = input;
    const found = await withProof(input, (proof) =>
      judge({ datasetId: params.datasetId, path: rest, revision: query.rev, ...proof }),
    );
    const { object } = found;
    const who = {
      userId: found.userId,
      via: found.via,
      ip: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
    };
    const file = {
      fileName: fileNameOf(object.path),
      contentType: contentTypeOf(object.path),
      size: object.size,
      etag: object.etag,
      sha256: object.sha256,
    };
    // For a stored file the object's row has shown this already; saves a query per range.
    const sound = object.kind === 'file' && object.inStore;
    if (!sound) await reader.assertSound(object);
    const offloaded = canOffload(request, file.etag) ? await delivery(object, file) : undefined;
    if (offloaded) {
      await offload(request, reply, file, offloaded, (range) => transfers.granted(object, who, range));
      return ANSWERED;
    }
    const source = {
      segments: (start: number, end: number) => reader.segments(object, start, end),
      open: sound ? reader.openStored : reader.open,
    };
    const watcher = transfers.watch(object, who);
    await sendFile(request, reply, { ...file, source }, { watcher, stalledAfter });
    return ANSWERED;
  });

  route(downloadInspection, async (input) => {
    const { query, rest, request, reply } = input;
    const { object } = await withProof(input, (proof) =>
      judge({ path: rest, revision: query.rev, ...proof }),
    );
    const { fileName, text } = integrityFile(object, hashSoon);
    const bytes = Buffer.from(text);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    await sendFile(request, reply, {
      fileName,
      contentType: 'text/plain; charset=utf-8',
      size: bytes.length,
      etag: sha256,
      sha256,
      source: { segments: (start, end) => [bytes.subarray(start, end)], open: reader.open },
    });
    return ANSWERED;
  });
}
