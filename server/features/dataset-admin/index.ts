import type { Db } from '../../database/index.ts';
import { changer } from '../../datasets/index.ts';
import type { Route } from '../../http/index.ts';
import { datasetFiles, sourceReader } from '../../ingest/index.ts';
import type { Descriptions } from '../../markdown/index.ts';
import type { BlobLedger } from '../../storage/index.ts';
import { datasetAdminRoutes } from './dataset-admin.routes.ts';
import { datasetAdminService } from './dataset-admin.service.ts';
import { datasetAdminStore } from './dataset-admin.store.ts';
import { orderRoutes } from './order.routes.ts';
import { orderStore } from './order.store.ts';
import { subsetsRoutes } from './subsets.routes.ts';
import { subsetsService } from './subsets.service.ts';
import { subsetsStore } from './subsets.store.ts';

export { datasetAdminStore };

interface Dependencies {
  db: Db;
  ledger: BlobLedger;
  descriptions: Descriptions;
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
  const { db, ledger, descriptions, importRoots, owner, workSoon, now } = given;
  const change = changer(db, ledger);
  const files = datasetFiles(ledger, owner);
  const datasets = datasetAdminStore(db, change, files);
  const subsets = subsetsStore(db, change, files);
  const shared = { ledger, sources: sourceReader(importRoots), workSoon, now };
  datasetAdminRoutes(
    route,
    datasetAdminService({ store: datasets, subsets, descriptions, ...shared }),
    datasets,
  );
  subsetsRoutes(route, subsetsService({ datasets, store: subsets, ...shared }));
  orderRoutes(route, orderStore(db));
}
