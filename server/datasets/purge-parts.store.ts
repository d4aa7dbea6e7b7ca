import type { Queries } from '../database/index.ts';

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
    .where('id', '=', (eb) => eb.selectFrom('datasets').select('lineage_id').where('id', '=', datasetId))
    .execute();

/** Blobs that nothing needs any more: their bytes wait for removal. */
export const releaseBlobs = (trx: Queries, keys: readonly string[]) =>
  trx
    .updateTable('blobs')
    .set({ state: 'purging' })
    .where('key', 'in', keys)
    .where('state', '=', 'kept')
    .execute();

/** What other versions of a lineage hold of some objects of one. */
export interface Shared {
  /**
   * The versions that hold an object with this blob, a layout's or a file's: one made from another copies its objects,
   * so that equal blobs mean equal files.
   */
  holders: ReadonlyMap<string, readonly string[]>;
  /** The versions from which a file with this blob was purged: they hold its object and do not need its bytes. */
  without: ReadonlyMap<string, ReadonlySet<string>>;
  /** Equal as long as nothing of this changed. */
  seen: string;
}

/** @param objects of this dataset */
export async function sharedWith(
  queries: Queries,
  datasetId: string,
  objects: readonly { blobKey: string }[],
): Promise<Shared> {
  const holders = new Map<string, string[]>();
  for (const batch of batches(objects)) {
    const rows = await queries
      .selectFrom('objects')
      .select(['blob_key', 'dataset_id'])
      .distinct()
      .where(
        'blob_key',
        'in',
        batch.map(({ blobKey }) => blobKey),
      )
      .where('dataset_id', '!=', datasetId)
      .where('purged_at', 'is', null)
      .execute();
    for (const { blob_key, dataset_id } of rows)
      holders.set(blob_key, [...(holders.get(blob_key) ?? []), dataset_id]);
  }
  const without = new Map<string, Set<string>>();
  for (const batch of batches([...new Set([...holders.values()].flat())])) {
    const rows = await queries
      .selectFrom('purged_files')
      .select(['blob_key', 'dataset_id'])
      .where('dataset_id', 'in', batch)
      .execute();
    for (const { blob_key, dataset_id } of rows)
      without.set(blob_key, (without.get(blob_key) ?? new Set()).add(dataset_id));
  }
  const seen = JSON.stringify([
    [...holders].map(([key, ids]) => [key, ...ids.sort()].join()).sort(),
    [...without].map(([key, ids]) => [key, ...[...ids].sort()].join()).sort(),
  ]);
  return { holders, without, seen };
}

/** Whether another version than those without the file needs a blob of a shared object. */
export const isNeeded = ({ holders, without }: Shared, objectBlob: string, blob: string): boolean =>
  (holders.get(objectBlob) ?? []).some((id) => !without.get(blob)?.has(id));
