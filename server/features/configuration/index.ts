import type { Identify } from '../../auth/index.ts';
import type { BuiltInKey } from '../../configuration/index.ts';
import type { Db } from '../../database/index.ts';
import type { Route } from '../../http/index.ts';
import { configurationRoutes } from './configuration.routes.ts';
import { configurationService } from './configuration.service.ts';
import { configurationStore } from './configuration.store.ts';

interface Dependencies {
  db: Db;
  /** Keys that the portal's code reads. */
  builtIn: readonly BuiltInKey[];
  identify: Identify;
  now: () => number;
}

/** The configuration's entries. */
export function serveConfiguration(route: Route, { db, builtIn, identify, now }: Dependencies): void {
  const store = configurationStore(db);
  configurationRoutes(route, configurationService(store, builtIn, now), store, identify);
}
