import { listHashes, listTrash, purgeFromTrash, restoreFromTrash } from '../../../contract/trash.ts';
import type { Route } from '../../http/index.ts';
import { notFound } from '../../shared/errors.ts';
import type { HashesStore } from './hashes.store.ts';
import { type TrashService, titleOf } from './trash.service.ts';
import type { TrashStore } from './trash.store.ts';

/** Decisions §4: the trash, and the hashes of every file that a dataset has offered. */
export function trashRoutes(
  route: Route,
  service: TrashService,
  store: TrashStore,
  hashes: HashesStore,
): void {
  route(listTrash, ({ query }) => store.list(query));
  route(restoreFromTrash, ({ params, audit }) =>
    service.restore(params.id, (trx, trashed) =>
      audit(trx, { subject: titleOf(trashed), before: { trashed: true }, after: { trashed: false } }),
    ),
  );
  route(purgeFromTrash, ({ params, audit }) =>
    service.purge(params.id, (trx, trashed) =>
      audit(trx, { subject: titleOf(trashed), before: { trashed: true }, after: { purged: true } }),
    ),
  );
  route(listHashes, async ({ params, query }) => {
    const page = await hashes.page(params.id, query);
    if (!page) throw notFound('This dataset');
    return page;
  });
}
