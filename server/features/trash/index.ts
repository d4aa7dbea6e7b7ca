import type { Note } from '../../auth/index.ts';
import type { Db } from '../../database/index.ts';
import { changer, type Purges } from '../../datasets/index.ts';
import type { Route } from '../../http/index.ts';
import type { BlobLedger } from '../../storage/index.ts';
import { hashesStore } from './hashes.store.ts';
import { trashRoutes } from './trash.routes.ts';
import { trashService } from './trash.service.ts';
import { type Trashed, trashStore } from './trash.store.ts';

interface Dependencies {
  db: Db;
  ledger: BlobLedger;
  purges: Purges;
  /** Queues archives to hash: one was restored. */
  hashSoon: () => void;
  now: () => number;
}

/** Lists, restores and purges trashed items. */
export function serveTrash(route: Route, { db, ledger, purges, hashSoon, now }: Dependencies): void {
  const store = trashStore(db, changer(db, ledger));
  const purge = ({ kind, id, datasetId }: Trashed, note: Note<void>) =>
    purges.now(kind === 'dataset' ? { kind, datasetId } : { kind, datasetId, subsetId: id }, note);
  trashRoutes(route, trashService({ store, purge, hashSoon, now }), store, hashesStore(db, ledger));
}
