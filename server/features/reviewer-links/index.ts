import type { Guests } from '../../auth/index.ts';
import type { Db } from '../../database/index.ts';
import type { Route } from '../../http/index.ts';
import { reviewRoutes } from './review.routes.ts';
import { reviewerLinksRoutes } from './reviewer-links.routes.ts';
import { reviewerLinksService } from './reviewer-links.service.ts';
import { reviewerLinksStore } from './reviewer-links.store.ts';

interface Dependencies {
  db: Db;
  guests: Guests;
  publicUrl: string;
  now: () => number;
}

/** Links for anonymous peer review of one version: the laboratory's, and what their guests do (access.md). */
export function serveReviewerLinks(route: Route, { db, guests, publicUrl, now }: Dependencies): void {
  reviewerLinksRoutes(route, reviewerLinksService({ store: reviewerLinksStore(db), publicUrl, now }));
  reviewRoutes(route, guests);
}
