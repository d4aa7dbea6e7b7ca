import { type Settle, usualWait } from '../../approval/index.ts';
import { type Db, onPostgres } from '../../database/index.ts';
import type { Route } from '../../http/index.ts';
import { applicationRoutes } from './application.routes.ts';
import { applicationService } from './application.service.ts';
import { applicationStore } from './application.store.ts';

/** Applying again, and the median time of decisions. */
export function serveApplications(
  route: Route,
  { db, settle, now }: { db: Db; settle: Settle; now: () => number },
): void {
  const store = applicationStore(db, settle);
  applicationRoutes(route, applicationService(store, now), usualWait(store.waits, now, !onPostgres(db)));
}
