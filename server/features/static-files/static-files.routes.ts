import type { FastifyInstance } from 'fastify';
import { fileNameOf } from '../../datasets/index.ts';
import { addresses, sendFile } from '../../delivery/index.ts';
import { newConnections, wildcardPath } from '../../http/index.ts';
import { AppError } from '../../shared/errors.ts';
import type { BlobLedger } from '../../storage/index.ts';
import type { staticFilesStore } from './static-files.store.ts';

/** Requests that wait for a quiet turn, since each holds a connection. */
const MOST_WAITING = 4_096;

/** §7: sample images and PDFs below the static base. Looked up by exact name; names are random and never reused. */
export function staticFilesRoutes(
  app: FastifyInstance,
  store: ReturnType<typeof staticFilesStore>,
  ledger: BlobLedger,
): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/static/*',
    // Pictures and documents of a draft are seen by reviewers alone.
    config: { noAddress: true },
    // After new connections, and refused before anything is begun for it: a flood holds nobody up and does not reach the
    // database.
    onRequest: (request, _reply, done) => {
      const enter = () => done(addresses.oneTooMany(request.ip));
      if (newConnections.waiting() < MOST_WAITING) void newConnections.quietTurn().then(enter);
      else enter();
    },
    handler: async (request, reply) => {
      const path = wildcardPath(request.raw.url ?? '', '/static/*');
      const file = await store.find(path);
      if (!file) throw new AppError(404, 'There is nothing at this address.');
      await sendFile(request, reply, {
        fileName: fileNameOf(path),
        contentType: file.content_type,
        size: file.size,
        etag: file.sha256,
        sha256: file.sha256,
        shown: true,
        source: { segments: (start, end) => [{ blob: file.key, start, end }], open: ledger.open },
      });
      return reply;
    },
  });
}
