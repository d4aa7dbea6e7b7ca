import type { Db } from '../../database/index.ts';
import type { Server } from '../../http/index.ts';
import type { BlobLedger } from '../../storage/index.ts';
import { staticFilesRoutes } from './static-files.routes.ts';
import { staticFilesStore } from './static-files.store.ts';

/** Sample images and documents. */
export const serveStaticFiles = (server: Server, { db, ledger }: { db: Db; ledger: BlobLedger }): void =>
  staticFilesRoutes(server, staticFilesStore(db), ledger);
