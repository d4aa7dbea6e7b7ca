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

/** A version needs no byte of a file that it gave up, though it holds objects with it. */
interface Given {
  dataset_id: string;
  blob_key: string;
}

/**
 * The blobs that no version needs any more when objects go and files are given up: none of the objects that stay serves
 * them, or only those of versions that gave the file up. Every layout is read: a folder made from another one has a
 * layout of its own, with the same files' blobs.
 * @param lineage what its versions hold and gave up until now
 */
export async function unneeded(
  ledger: Ledger,
  lineage: { held: readonly LineageObject[]; without: readonly Given[] },
  { goes, gives = [] }: { goes: readonly LineageObject[]; gives?: readonly Given[] },
): Promise<string[]> {
  const left = new Set(gives.map(({ blob_key }) => blob_key));
  for (const object of goes) for (const blob of await blobsIn(ledger, object)) left.add(blob);
  const given = new Set(
    [...lineage.without, ...gives].map(({ dataset_id, blob_key }) => `${dataset_id} ${blob_key}`),
  );
  const going = new Set(goes);
  const stays = lineage.held.filter((object) => !going.has(object));
  // Versions made from one another have many layouts in common: each is read once.
  for (const [, same] of Map.groupBy(stays, ({ blobKey }) => blobKey)) {
    const [object] = same;
    if (left.size === 0 || !object) break;
    for (const blob of await blobsIn(ledger, object))
      if (left.has(blob) && same.some(({ datasetId }) => !given.has(`${datasetId} ${blob}`)))
        left.delete(blob);
  }
  return [...left];
}
