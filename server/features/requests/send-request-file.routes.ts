import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendFile } from '../../delivery/index.ts';
import type { BlobLedger } from '../../storage/index.ts';
import type { StoredRequestFile } from './request-files.store.ts';

/** Sends the PDF of an answer, as an attachment. */
export const sendingRequestFiles =
  ({ open }: Pick<BlobLedger, 'open'>) =>
  (request: FastifyRequest, reply: FastifyReply, file: StoredRequestFile): Promise<void> =>
    sendFile(request, reply, {
      fileName: file.name,
      contentType: 'application/pdf',
      size: file.size,
      etag: file.sha256,
      sha256: file.sha256,
      source: { segments: (start, end) => [{ blob: file.blobKey, start, end }], open },
    });

export type SendRequestFile = ReturnType<typeof sendingRequestFiles>;
