import { createHash } from 'node:crypto';
import { download, downloadInspection } from '../../../contract/download.ts';
import type { ObjectReader } from '../../holdings/object-reader.ts';
import { contentTypeOf, fileNameOf } from '../../holdings/paths.ts';
import { ANSWERED, type Route } from '../../http/route.ts';
import { sendFile } from '../../http/send-file.ts';
import { bearer } from '../../http/who-may.ts';
import type { DownloadsService } from './downloads.service.ts';
import type { Transfers } from './transfers.ts';

/** §7: download and downloadInspection, as plain links. */
export function downloadsRoutes(
  route: Route,
  service: DownloadsService,
  reader: ObjectReader,
  transfers: Transfers,
): void {
  route(download, async ({ params, query, rest, request, reply }) => {
    const token = query.token ?? bearer(request.headers.authorization);
    const found = await service.find({ datasetId: params.datasetId, path: rest, revision: query.rev, token });
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

  route(downloadInspection, async ({ query, rest, request, reply }) => {
    const token = query.token ?? bearer(request.headers.authorization);
    const { fileName, text } = await service.integrity({ path: rest, revision: query.rev, token });
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
