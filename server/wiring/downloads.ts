import { delivery } from '../features/downloads/delivery.ts';
import { downloadsRoutes } from '../features/downloads/downloads.routes.ts';
import { downloadsService } from '../features/downloads/downloads.service.ts';
import { downloadsStore } from '../features/downloads/downloads.store.ts';
import { transfers as makeTransfers } from '../features/downloads/transfers.ts';
import type { Route } from '../http/route.ts';
import type { AppOptions } from '../options.ts';
import type { Identity } from './identity.ts';
import type { Storage } from './storage.ts';
import type { Work } from './work.ts';

interface Given {
  route: Route;
  options: AppOptions;
  storage: Storage;
  identity: Identity;
  work: Work;
  now: () => number;
  onError: (error: unknown) => void;
}

/** The files out. @returns the transfers under way */
export function downloadRoutes({ route, options, storage, identity, work, now, onError }: Given) {
  const { config } = options;
  const { db, blobs, reader } = storage;
  const { sessions, tickets, personalTokens } = identity;
  const { hashes } = work;
  const downloads = downloadsStore(db, config.rateLimitFactor);
  const transfers = makeTransfers(downloads, now, onError);
  const downloading = downloadsService({
    store: downloads,
    identify: sessions.identify,
    tickets,
    personalTokens,
    hashSoon: (object) => void hashes.askFor(object.id).catch(onError),
    now,
  });
  downloadsRoutes(route, {
    service: downloading,
    reader,
    transfers,
    delivery: delivery(config.delivery, blobs, config.dataDir),
    stalledAfter: options.stalledAfter,
  });
  return transfers;
}
