import type { Keys, RecordChange } from '../../auth/index.ts';
import type { Db } from '../../database/index.ts';
import { type FilesOfVersions, readLayout, rememberedFiles } from '../../datasets/index.ts';
import type { Transfers } from '../../delivery/index.ts';
import type { Route } from '../../http/index.ts';
import type { SiteOf } from '../../mail/index.ts';
import type { BlobLedger } from '../../storage/index.ts';
import { holdersStore } from './holders.store.ts';
import { findHolders } from './holders.ts';
import { mailPreferencesRoutes } from './mail-preferences.routes.ts';
import { mailPreferencesStore } from './mail-preferences.store.ts';
import { stopLinks } from './mail-preferences.ts';
import { recallableStore } from './recallable.store.ts';
import { recallsRoutes } from './recalls.routes.ts';
import { recallsService } from './recalls.service.ts';
import { recallsStore } from './recalls.store.ts';

interface Dependencies {
  db: Db;
  keys: Pick<Keys, 'ticket' | 'cipher'>;
  ledger: BlobLedger;
  files: FilesOfVersions;
  flush: Transfers['flush'];
  site: SiteOf;
  recordChange: RecordChange;
  /** Wakes the job queue: there are mails to send. */
  workSoon: () => void;
  now: () => number;
}

/** Recalls of files, and the mails that accounts want of them. */
export function serveRecalls(route: Route, given: Dependencies): void {
  const { db, keys, ledger, files, flush, site, recordChange, workSoon, now } = given;
  const store = recallsStore(db, keys.cipher);
  const recallable = recallableStore(db, ledger, files);
  const links = stopLinks(keys.ticket);
  const holders = findHolders({
    store: holdersStore(db),
    layoutOf: ({ blobKey, size }) => readLayout({ read: ledger.readStored }, blobKey, size),
    async listOf(datasetId, release) {
      const known = await rememberedFiles(db, ledger, datasetId, release);
      if (known) return known;
      // A record of before lists were remembered may be about the files that are still there.
      const current = (await recallable.version(datasetId)) && (await files.of(datasetId));
      return current && current.release === release ? current.list : undefined;
    },
  });
  const service = recallsService({
    ...{ store, recallable, files, flush, site, now },
    findHolders: holders,
    stopLinks: links,
  });
  recallsRoutes(route, { service, store, recordChange, workSoon, now });
  mailPreferencesRoutes(route, { store: mailPreferencesStore(db), stopLinks: links, now });
}
