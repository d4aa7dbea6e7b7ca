import { encodeLayout, filesOf, type Layout, makeLayoutInTurns } from '../archive/index.ts';
import type { Queries } from '../database/index.ts';
import { newId } from '../shared/ids.ts';
import type { BlobLedger, LedgerBlob } from '../storage/index.ts';
import { batches } from './purge-parts.store.ts';
import { readLayout } from './stored-layout.ts';

/** A folder's object. */
interface Folder {
  id: string;
  blobKey: string;
  /** Bytes of its layout's blob. */
  blobSize: number;
}

/** A folder laid out without some of its files; its blob is written, and to be kept or discarded. */
interface SmallerFolder {
  layout: Layout;
  etag: string;
  blob: LedgerBlob;
}

/** What to put in the place of folders, by their objects' ids; null: no file is left. */
export type SmallerFolders = ReadonlyMap<string, SmallerFolder | null>;

/**
 * Lays folders out without the files of some blobs, before a transaction that installs them.
 * @param folders those that hold one of these files
 */
export async function withoutFiles(
  ledger: Pick<BlobLedger, 'readStored' | 'write'>,
  folders: readonly Folder[],
  gone: ReadonlySet<string>,
): Promise<SmallerFolders> {
  const made = new Map<string, SmallerFolder | null>();
  for (const { id, blobKey, blobSize } of folders) {
    const former = await readLayout({ read: ledger.readStored }, blobKey, blobSize);
    const left = [...filesOf(former)].filter(({ blob }) => !gone.has(blob));
    if (left.length === 0) made.set(id, null);
    else {
      const layout = await makeLayoutInTurns(left);
      const { bytes, etag } = encodeLayout(layout);
      made.set(id, { layout, etag, blob: await ledger.write(once(bytes)) });
    }
  }
  return made;
}

/** The layouts' blobs, to be discarded where they were not used. */
export const blobsOfSmaller = (folders: SmallerFolders): string[] =>
  [...folders.values()].flatMap((folder) => (folder === null ? [] : [folder.blob.key]));

/**
 * Makes a smaller folder the current object of a subset, which has none.
 * @param former the object that it was made from: its list of files, without those that are gone, is copied
 */
export async function installSmaller(
  trx: Queries,
  ledger: Pick<BlobLedger, 'keep'>,
  { layout, etag, blob }: SmallerFolder,
  { former, datasetId, subsetId }: { former: string; datasetId: string; subsetId: string },
  gone: ReadonlySet<string>,
  now: number,
): Promise<void> {
  const id = newId();
  await ledger.keep(trx, blob);
  await trx
    .insertInto('objects')
    .values({
      id,
      dataset_id: datasetId,
      subset_id: subsetId,
      kind: 'zip',
      blob_key: blob.key,
      size: layout.size,
      file_count: layout.count,
      etag,
      sha256: null,
      created_at: now,
      superseded_at: null,
    })
    .execute();
  await trx
    .insertInto('intake_files')
    .columns(['intake_id', 'name', 'blob_key'])
    .expression((eb) =>
      eb
        .selectFrom('intake_files')
        .innerJoin('objects', (join) => join.on('objects.id', '=', former))
        .select((one) => [one.val(id).as('intake_id'), 'intake_files.name', 'intake_files.blob_key'])
        .where((one) =>
          one('intake_files.intake_id', '=', one.fn.coalesce('objects.intake_id', 'objects.id')),
        ),
    )
    .execute();
  for (const batch of batches([...gone]))
    await trx.deleteFrom('intake_files').where('intake_id', '=', id).where('blob_key', 'in', batch).execute();
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
