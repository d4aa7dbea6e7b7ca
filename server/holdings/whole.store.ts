import { encodeLayout, makeLayout } from '../archive/layout.ts';
import type { Queries } from '../database/open.ts';
import { conflict } from '../errors.ts';
import { newId } from '../ids.ts';
import type { BlobLedger } from './blob-ledger.store.ts';
import { subsetRows } from './datasets.store.ts';
import { entryName } from './paths.ts';

/** The dataset's current whole, if any. */
export const currentWhole = (db: Queries, datasetId: string) =>
  db
    .selectFrom('objects')
    .selectAll()
    .where('dataset_id', '=', datasetId)
    .where('subset_id', 'is', null)
    .where('superseded_at', 'is', null)
    .executeTakeFirst();

/** Ends an object's time as the current one; downloads of it that run go on. */
export const supersede = (trx: Queries, objectId: string, now: number) =>
  trx.updateTable('objects').set({ superseded_at: now }).where('id', '=', objectId).execute();

/**
 * Different paths can come to one name below the dataset's path, or one to a folder of another: neither unpacks.
 * @throws AppError 409
 */
function assertApart(names: readonly string[]): void {
  const taken = new Set<string>();
  const folders = new Set<string>();
  for (const name of names) {
    if (taken.has(name))
      throw conflict(`Two files would be named "${name}" in the dataset's archive.`, 'path');
    taken.add(name);
    for (let at = name.indexOf('/'); at >= 0; at = name.indexOf('/', at + 1)) folders.add(name.slice(0, at));
  }
  const both = names.find((name) => folders.has(name));
  if (both !== undefined)
    throw conflict(`"${both}" would be a file and a folder in the dataset's archive.`, 'path');
}

/**
 * Makes the ZIP of a dataset's subsets its new whole, when the files or their names have changed. A dataset with an
 * archive of its own keeps that one; one without files has no whole.
 * @param layoutKey a reserved blob key; used only when the answer is true
 * @returns whether the reserved key was used
 */
export async function renewWhole(
  trx: Queries,
  ledger: BlobLedger,
  datasetId: string,
  layoutKey: string,
  now: number,
): Promise<boolean> {
  const former = await currentWhole(trx, datasetId);
  if (former?.kind === 'file') return false;
  const { path } = await trx
    .selectFrom('datasets')
    .select('path')
    .where('id', '=', datasetId)
    .executeTakeFirstOrThrow();
  const rows = await subsetRows(trx, datasetId)
    .innerJoin('blobs', 'blobs.key', 'objects.blob_key')
    .select(['blobs.crc32', 'blobs.sha256 as blob_sha256'])
    .execute();
  if (rows.length === 0) {
    if (former) await supersede(trx, former.id, now);
    return false;
  }
  assertApart(rows.map((row) => entryName(path, row.path)));
  const layout = makeLayout(
    rows.map((row) => ({
      name: entryName(path, row.path),
      size: row.size,
      crc32: row.crc32,
      sha256: row.blob_sha256,
      blob: row.blob_key,
    })),
  );
  const { bytes, etag } = encodeLayout(layout);
  if (former?.etag === etag) return false;
  if (former) await supersede(trx, former.id, now);
  await ledger.keep(trx, await ledger.writeReserved(layoutKey, bytes));
  await trx
    .insertInto('objects')
    .values({
      id: newId(),
      dataset_id: datasetId,
      subset_id: null,
      kind: 'zip',
      blob_key: layoutKey,
      size: layout.size,
      file_count: rows.length,
      etag,
      sha256: null,
      created_at: now,
      superseded_at: null,
    })
    .execute();
  return true;
}
