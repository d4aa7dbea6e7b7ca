import { accessStore } from '../access/access.store.ts';
import { downloadJudge } from '../access/may-download.ts';
import { delivery } from '../delivery/delivery-mode.ts';
import { recordKeeping } from '../delivery/record-keeping.store.ts';
import { transfers as makeTransfers } from '../delivery/transfers.ts';
import { downloadsRoutes } from '../features/downloads/downloads.routes.ts';
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
  const access = accessStore(db);
  const transfers = makeTransfers({
    store: recordKeeping(db, config.rateLimitFactor),
    approvedAmong: access.approvedAmong,
    now,
    onError,
  });
  downloadsRoutes(route, {
    judge: downloadJudge({ store: access, identify: sessions.identify, tickets, personalTokens, now }),
    hashSoon: (object) => void hashes.askFor(object.id).catch(onError),
    reader,
    transfers,
    delivery: delivery(config.delivery, blobs, config.dataDir),
    stalledAfter: options.stalledAfter,
  });
  return transfers;
}
