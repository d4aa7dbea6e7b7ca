import { setImmediate as turn } from 'node:timers/promises';
import { blobAt } from '../archive/index.ts';
import type { BlobStore } from '../storage/index.ts';
import type { LineageObject } from './lineage-objects.store.ts';
import { readLayout } from './stored-layout.ts';

type Ledger = Pick<BlobStore, 'read'>;

/** Files looked at between two yields to the event loop. */
const STEP = 4_096;

/**
 * The blobs of all files that an object serves. A layout's own blob is not among them: it stays, and documents the
 * archive's contents for ever.
 */
export async function blobsIn(
  ledger: Ledger,
  { kind, blobKey, blobSize }: Pick<LineageObject, 'kind' | 'blobKey' | 'blobSize'>,
): Promise<string[]> {
  if (kind === 'file') return [blobKey];
  const layout = await readLayout(ledger, blobKey, blobSize);
  const blobs: string[] = [];
  for (let at = 0; at < layout.count; at++) {
    blobs.push(blobAt(layout, at));
    if (at % STEP === STEP - 1) await turn();
  }
  return blobs;
}

/**
 * Of some blobs, those that no version needs: none of the objects serves them, or only versions that gave the file up.
 * Every layout is read: a folder made from another one has a layout of its own, with the same files' blobs.
 * @param objects all that stay, of every version of the lineage
 * @param without the files that versions gave up: they hold objects with them, and need no byte of them
 */
export async function unneeded(
  ledger: Ledger,
  blobs: Iterable<string>,
  objects: readonly LineageObject[],
  without: readonly { dataset_id: string; blob_key: string }[],
): Promise<string[]> {
  const left = new Set(blobs);
  const given = new Set(without.map(({ dataset_id, blob_key }) => `${dataset_id} ${blob_key}`));
  // Versions made from one another have many layouts in common: each is read once.
  for (const [, same] of Map.groupBy(objects, ({ blobKey }) => blobKey)) {
    const [object] = same;
    if (left.size === 0 || !object) break;
    for (const blob of await blobsIn(ledger, object))
      if (left.has(blob) && same.some(({ datasetId }) => !given.has(`${datasetId} ${blob}`)))
        left.delete(blob);
  }
  return [...left];
}
