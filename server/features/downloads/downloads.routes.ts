import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { download, downloadInspection } from '../../../contract/download.ts';
import { AppError } from '../../errors.ts';
import type { ObjectReader } from '../../holdings/object-reader.ts';
import { contentTypeOf, fileNameOf } from '../../holdings/paths.ts';
import { basicPassword, CHALLENGE, fromBrowser } from '../../http/basic.ts';
import { ANSWERED, type Route } from '../../http/route.ts';
import { sendFile } from '../../http/send-file.ts';
import { bearer } from '../../http/who-may.ts';
import type { DownloadsService, Proof } from './downloads.service.ts';
import type { Transfers } from './transfers.ts';

interface Asking {
  query: { token?: string | undefined };
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Runs `find` with what the request proves itself with. A 401 offers Basic to command-line tools only: where neither
 * a `token` nor a browser's `Sec-Fetch-…` header came (decisions §2).
 */
async function withProof<T>(
  { query, request, reply }: Asking,
  find: (proof: Proof) => Promise<T>,
): Promise<T> {
  const { authorization } = request.headers;
  const token = query.token ?? bearer(authorization);
  try {
    return await find({ token, password: basicPassword(authorization) });
  } catch (error) {
    const offers = query.token === undefined && !fromBrowser(request.headers);
    if (error instanceof AppError && error.code === 401 && offers)
      reply.header('www-authenticate', CHALLENGE);
    throw error;
  }
}

/** §7: download and downloadInspection, as plain links. */
export function downloadsRoutes(
  route: Route,
  service: DownloadsService,
  reader: ObjectReader,
  transfers: Transfers,
): void {
  route(download, async (input) => {
    const { params, query, rest, request, reply } = input;
    const found = await withProof(input, (proof) =>
      service.find({ datasetId: params.datasetId, path: rest, revision: query.rev, ...proof }),
    );
    const { object } = found;
    const watcher = transfers.watch(object, {
      userId: found.userId,
      via: found.via,
      ip: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
    });
    await sendFile(
      request,
      reply,
      {
        fileName: fileNameOf(object.path),
        contentType: contentTypeOf(object.path),
        size: object.size,
        etag: object.etag,
        sha256: object.sha256,
        read: (start, end) => reader.read(object, start, end),
      },
      watcher,
    );
    return ANSWERED;
  });

  route(downloadInspection, async (input) => {
    const { query, rest, request, reply } = input;
    const { fileName, text } = await withProof(input, (proof) =>
      service.integrity({ path: rest, revision: query.rev, ...proof }),
    );
    const bytes = Buffer.from(text);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    await sendFile(request, reply, {
      fileName,
      contentType: 'text/plain; charset=utf-8',
      size: bytes.length,
      etag: sha256,
      sha256,
      async *read(start, end) {
        yield bytes.subarray(start, end);
      },
    });
    return ANSWERED;
  });
}
