import { listOrder, placeDataset, placeSubset } from '../../../contract/dataset-order.ts';
import type { Route } from '../../http/index.ts';
import type { Moved, OrderStore } from './order.store.ts';

const change = ({ title, before, after }: Moved) => ({
  subject: title,
  before: { place: before },
  after: { place: after },
});

/** Decisions §4: datasets and subsets have `sort`; people move them about. */
export function orderRoutes(route: Route, store: OrderStore): void {
  route(listOrder, ({ query }) => store.list(query.modalityName));
  route(placeDataset, async ({ params, body, auditAfter }) => {
    auditAfter(change(await store.placeDataset(params.id, body.after)));
  });
  route(placeSubset, async ({ params, body, auditAfter }) => {
    auditAfter(change(await store.placeSubset(params.id, body.after)));
  });
}
