import type { Queries } from '../database/index.ts';
import { lineageOf } from './lineage-objects.store.ts';

/** Ids per statement. */
const BATCH = 500;

export function* batches<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += BATCH) yield all.slice(at, at + BATCH);
}

/** The row lock on the lineage: versions share blobs, and two of them may be purged at the same time. */
export const lockLineage = (trx: Queries, datasetId: string) =>
  trx
    .updateTable('lineages')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('id', '=', lineageOf(trx, datasetId))
    .execute();

/** Blobs that nothing needs any more: their bytes wait for removal. */
export const releaseBlobs = (trx: Queries, keys: readonly string[]) =>
  trx
    .updateTable('blobs')
    .set({ state: 'purging' })
    .where('key', 'in', keys)
    .where('state', '=', 'kept')
    .execute();
