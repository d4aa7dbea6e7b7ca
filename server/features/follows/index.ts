import type { UnfollowTokens } from '../../auth/index.ts';
import type { Db } from '../../database/index.ts';
import type { Route } from '../../http/index.ts';
import { followsRoutes } from './follows.routes.ts';
import { followsStore } from './follows.store.ts';

interface Dependencies {
  db: Db;
  unfollowTokens: UnfollowTokens;
  now: () => number;
}

/** Who follows which dataset. */
export const serveFollows = (route: Route, { db, unfollowTokens, now }: Dependencies): void =>
  followsRoutes(route, followsStore(db), unfollowTokens, now);
