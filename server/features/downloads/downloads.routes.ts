import { createHash } from 'node:crypto';
import { download, downloadInspection } from '../../../contract/download.ts';
import { getFile } from '../../../contract/files.ts';
import type { FoundObject, JudgeDownload } from '../../access/index.ts';
import { integrityFile, sendFile } from '../../delivery/index.ts';
import { ANSWERED, type Route } from '../../http/index.ts';
import { handingOut, withProof } from './hand-out.routes.ts';

interface Dependencies extends Pick<Parameters<typeof handingOut>[0], 'transfers' | 'delivery' | 'reader'> {
  judge: JudgeDownload;
  /** Queues the hash of a ZIP with priority. */
  hashSoon: (object: FoundObject) => void;
  /** ms that a client may read nothing; absent: the production value. */
  stalledAfter?: number | undefined;
  /** The `Link` header of a dataset's downloads. */
  links: (datasetId: string) => string;
}

/** §7: download and downloadInspection, as plain links; and each file of a dataset (releases.md, "Files"). */
export function downloadsRoutes(route: Route, { judge, hashSoon, links, ...sending }: Dependencies): void {
  const handOut = handingOut(sending);

  route(download, async (input) => {
    const { params, query, rest } = input;
    const found = await withProof(input, (proof) =>
      judge.object({ datasetId: params.datasetId, path: rest, revision: query.rev, ...proof }),
    );
    input.reply.header('link', links(params.datasetId));
    return handOut(input, found);
  });

  route(getFile, async (input) => {
    const { params, query, rest } = input;
    const found = await withProof(input, (proof) =>
      judge.file({ datasetId: params.datasetId, path: rest, release: query.release, ...proof }),
    );
    input.reply.header('link', links(params.datasetId));
    return handOut(input, found);
  });

  route(downloadInspection, async (input) => {
    const { query, rest, request, reply } = input;
    const { object } = await withProof(input, (proof) =>
      judge.object({ path: rest, revision: query.rev, ...proof }),
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
      source: { segments: (start, end) => [bytes.subarray(start, end)], open: sending.reader.open },
    });
    return ANSWERED;
  });
}
