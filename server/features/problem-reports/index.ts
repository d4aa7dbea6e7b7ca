import type { Db } from '../../database/index.ts';
import type { Route } from '../../http/index.ts';
import type { SiteOf } from '../../mail/index.ts';
import { problemReportsRoutes } from './problem-reports.routes.ts';
import { problemReportsService } from './problem-reports.service.ts';
import { problemReportsStore } from './problem-reports.store.ts';

interface Dependencies {
  db: Db;
  site: SiteOf;
  /** Multiplies the limits; 0 switches them off. */
  limitFactor: number;
  now: () => number;
}

/** Problems that people report to the laboratory, and their answers. */
export function serveProblemReports(route: Route, { db, site, limitFactor, now }: Dependencies): void {
  const store = problemReportsStore(db);
  problemReportsRoutes(route, problemReportsService({ store, site, limitFactor, now }), store);
}
