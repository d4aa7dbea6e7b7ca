import type { ArchiveFile } from '../archive/index.ts';
import type { Queries } from '../database/index.ts';
import { type Composition, composition } from './composition.store.ts';
import { fileNameOf } from './paths.ts';
import { purgedRows } from './purged-files.store.ts';

/** What a version consists of: its subsets' parts, and an archive of its own, under its file name. */
export interface VersionParts extends Composition {
  archive: ArchiveFile | undefined;
  /** Entry names of files whose bytes were purged, and whose lines stay. */
  purged: string[];
}

/** The dataset's own archive, if it has one. */
async function ownArchive(db: Queries, datasetId: string): Promise<ArchiveFile | undefined> {
  const row = await db
    .selectFrom('objects')
    .innerJoin('blobs', 'blobs.key', 'objects.blob_key')
    .innerJoin('datasets', 'datasets.id', 'objects.dataset_id')
    .select(['datasets.path', 'objects.blob_key', 'objects.size', 'blobs.sha256', 'blobs.crc32'])
    .where('objects.dataset_id', '=', datasetId)
    .where('objects.subset_id', 'is', null)
    .where('objects.kind', '=', 'file')
    .where('objects.superseded_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  const { path, blob_key: blob, size, sha256, crc32 } = row;
  return { name: fileNameOf(path), size, sha256, crc32, blob };
}

/** The name of the dataset's own archive while that is being hashed. */
async function comingArchive(db: Queries, datasetId: string): Promise<VersionParts['coming']> {
  const row = await db
    .selectFrom('intakes')
    .innerJoin('datasets', 'datasets.id', 'intakes.dataset_id')
    .select('datasets.path')
    .where('intakes.dataset_id', '=', datasetId)
    .where('intakes.subset_id', 'is', null)
    .where('intakes.ended_at', 'is', null)
    .executeTakeFirst();
  return row ? [{ name: fileNameOf(row.path), isFolder: false }] : [];
}

/** `version` is equal if and only if the files that are hashed are. */
export async function versionParts(db: Queries, datasetId: string): Promise<VersionParts> {
  const composed = await composition(db, datasetId);
  const archive = await ownArchive(db, datasetId);
  const purged = (await purgedRows(db, datasetId)).map(({ path }) => path);
  // Until the next one is hashed, a former archive of its own stays in the list.
  const coming = archive ? composed.coming : [...composed.coming, ...(await comingArchive(db, datasetId))];
  const version = JSON.stringify([composed.version, archive?.name, archive?.blob, purged]);
  return { ...composed, version, archive, purged, coming };
}
