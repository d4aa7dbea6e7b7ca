import type { Db } from '../../database/index.ts';
import type { Route } from '../../http/index.ts';
import type { ChangeCounter } from '../../shared/versioned-cache.ts';
import { usageRoutes } from './usage.routes.ts';
import { type UsageService, usageService } from './usage.service.ts';
import { usageStore } from './usage.store.ts';

export type { UsageService };

interface Dependencies {
  db: Db;
  changes: ChangeCounter;
  now: () => number;
}

/** Downloads by month in public. */
export function serveUsage(route: Route, { db, changes, now }: Dependencies): UsageService {
  const usage = usageService({ store: usageStore(db), changes, now });
  usageRoutes(route, usage);
  return usage;
}
