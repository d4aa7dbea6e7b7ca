import type { Db } from '../../database/index.ts';
import type { Route } from '../../http/index.ts';
import type { SiteOf } from '../../mail/index.ts';
import { reviewsStore } from './reviews.store.ts';
import { userReviewRoutes } from './user-review.routes.ts';
import { userReviewService } from './user-review.service.ts';
import { usersStore } from './users.store.ts';

export { usersStore };

interface Dependencies {
  db: Db;
  /** Of what outlives an account. */
  addressKey: string;
  site: SiteOf;
  /** When an approval ends for which nobody names an end; null: never. */
  usualEnd: () => Promise<number | null>;
  now: () => number;
}

/** Users and applicants, and what becomes of them. */
export function serveUserReview(route: Route, { db, addressKey, site, usualEnd, now }: Dependencies): void {
  const users = usersStore(db, addressKey);
  const reviews = reviewsStore(db, addressKey);
  userReviewRoutes(route, userReviewService({ users, reviews, site, usualEnd, now }), users, now);
}
