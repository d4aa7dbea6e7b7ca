import type { AccessOf, Decide } from '../../access/index.ts';
import type { Tickets } from '../../auth/index.ts';
import type { Db } from '../../database/index.ts';
import type { Route } from '../../http/index.ts';
import type { Descriptions } from '../../markdown/index.ts';
import type { ChangeCounter } from '../../shared/versioned-cache.ts';
import { catalogueRoutes } from './catalogue.routes.ts';
import { catalogueStore } from './catalogue.store.ts';
import { fixityStore } from './fixity.store.ts';
import { fixityOfDatasets } from './fixity.ts';
import { catalogueForVisitors, type VisitorCatalogue } from './visitors.ts';

export type { VisitorCatalogue };

interface Dependencies {
  db: Db;
  descriptions: Descriptions;
  tickets: Tickets;
  accessOf: AccessOf;
  decide: Decide;
  changes: ChangeCounter;
  now: () => number;
}

/**
 * The public catalogue.
 * @returns it for the reading pages and the machine formats
 */
export function serveCatalogue(
  route: Route,
  { db, descriptions, tickets, accessOf, decide, changes, now }: Dependencies,
): VisitorCatalogue {
  const store = catalogueStore(db);
  const fixityOf = fixityOfDatasets({ store: fixityStore(db), now });
  const visitors = catalogueForVisitors({ store, descriptions, fixityOf, accessOf, changes, now });
  catalogueRoutes(route, {
    store,
    descriptions,
    fixityOf,
    visitors,
    accessOf,
    decide,
    giveTicket: tickets.give,
  });
  return visitors;
}
