import type { Db } from '../../database/index.ts';
import {
  changer,
  createFilePurges,
  createSharing,
  type FilesOfVersions,
  type Freezing,
  type Purges,
} from '../../datasets/index.ts';
import type { Route } from '../../http/index.ts';
import { datasetFiles, sourceReader } from '../../ingest/index.ts';
import type { Descriptions } from '../../markdown/index.ts';
import type { BlobLedger } from '../../storage/index.ts';
import { datasetAdminRoutes } from './dataset-admin.routes.ts';
import { datasetAdminService } from './dataset-admin.service.ts';
import { datasetAdminStore } from './dataset-admin.store.ts';
import { orderRoutes } from './order.routes.ts';
import { orderStore } from './order.store.ts';
import { releasePurge } from './purge-release.ts';
import { subsetsRoutes } from './subsets.routes.ts';
import { type MakeCrate, subsetsService } from './subsets.service.ts';
import { subsetsStore } from './subsets.store.ts';
import { versionsRoutes } from './versions.routes.ts';

export { datasetAdminStore };

interface Dependencies {
  db: Db;
  ledger: BlobLedger;
  files: FilesOfVersions;
  descriptions: Descriptions;
  crateOf: MakeCrate;
  freezing: Freezing;
  purges: Purges;
  /** Folders that files may be registered in place from. */
  importRoots: readonly string[];
  /** The id of this server's data folder. */
  owner: string;
  /** Wakes the job queue: there may be files to ingest or to hash. */
  workSoon: () => void;
  now: () => number;
}

/** Datasets and subsets in the back office. */
export function serveDatasetAdmin(route: Route, given: Dependencies): void {
  const { db, ledger, descriptions, freezing, purges, importRoots, owner, workSoon, now } = given;
  const change = changer(db, ledger);
  const received = datasetFiles(ledger, owner);
  const datasets = datasetAdminStore(db, change, received, freezing.ask);
  const subsets = subsetsStore(db, change, received);
  const shared = { ledger, sources: sourceReader(importRoots), workSoon, now };
  datasetAdminRoutes(
    route,
    datasetAdminService({ store: datasets, subsets, descriptions, freezing, ...shared }),
    datasets,
  );
  subsetsRoutes(
    route,
    subsetsService({ datasets, store: subsets, files: given.files, crateOf: given.crateOf, ...shared }),
  );
  const bytes = releasePurge({
    db,
    sharingOf: createSharing({ db, ledger, files: given.files }),
    purges,
    now,
  });
  const filePurges = createFilePurges({ db, ledger, purges, now });
  const of = { db, ledger, change, datasets, freezing, files: given.files, bytes, filePurges, workSoon, now };
  versionsRoutes(route, of);
  orderRoutes(route, orderStore(db));
}
