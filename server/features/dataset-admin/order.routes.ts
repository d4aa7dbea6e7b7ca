import { listOrder, placeDataset, placeSubset } from '../../../contract/dataset-order.ts';
import type { Change } from '../../auth/index.ts';
import type { Route } from '../../http/index.ts';
import type { Moved, OrderStore } from './order.store.ts';

const change = ({ title, before, after }: Moved): Change => ({
  subject: title,
  before: { place: before },
  after: { place: after },
});

/** Decisions §4: reordering datasets and subsets, which store their position as `sort`. */
export function orderRoutes(route: Route, store: OrderStore): void {
  route(listOrder, ({ query }) => store.list(query.modalityName));
  route(placeDataset, ({ params, body, audit }) =>
    store.placeDataset(params.id, body.after, (trx, moved) => audit(trx, change(moved))),
  );
  route(placeSubset, ({ params, body, audit }) =>
    store.placeSubset(params.id, body.after, (trx, moved) => audit(trx, change(moved))),
  );
}
