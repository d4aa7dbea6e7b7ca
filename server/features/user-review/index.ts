import type { Db } from '../../database/index.ts';
import type { Route } from '../../http/index.ts';
import type { SiteOf } from '../../mail/index.ts';
import { type Institution, institutionNames } from '../../shared/institutions.ts';
import { reviewsStore } from './reviews.store.ts';
import { userReviewRoutes } from './user-review.routes.ts';
import { userReviewService } from './user-review.service.ts';
import { usersStore } from './users.store.ts';

export { reviewsStore, userReviewService, usersStore };

interface Dependencies {
  db: Db;
  /** Key of the hashed addresses. */
  addressKey: string;
  site: SiteOf;
  /** The default end of an approval, ms; null: never. */
  usualEnd: () => Promise<number | null>;
  institutions: readonly Institution[];
  now: () => number;
}

/** Users, applications and their review. */
export function serveUserReview(route: Route, given: Dependencies): void {
  const { db, addressKey, site, usualEnd, institutions, now } = given;
  const users = usersStore(db, addressKey);
  const reviews = reviewsStore(db, addressKey);
  const institutionName = institutionNames(institutions);
  const service = userReviewService({ users, reviews, site, usualEnd, institutionName, now });
  userReviewRoutes(route, service, users, now);
}
