import type { Queries } from '../database/index.ts';

/** An object of a version whose bytes are not purged. */
export interface LineageObject {
  id: string;
  datasetId: string;
  /** Null: the dataset's archive. */
  subsetId: string | null;
  kind: 'file' | 'zip';
  blobKey: string;
  /** Bytes of the blob: for a ZIP, of its layout. */
  blobSize: number;
  /** Of a file: lower-case hex. */
  sha256: string;
  supersededAt: number | null;
  /** Its subset is in the trash. */
  isTrashed: boolean;
}

/** The lineage of a dataset, of which only the id is known. */
export const lineageOf = (queries: Queries, datasetId: string) =>
  queries.selectFrom('datasets as own').select('own.lineage_id').where('own.id', '=', datasetId);

/** The versions of a dataset's lineage that were not purged from the trash. */
export const versionsIn = (queries: Queries, datasetId: string) =>
  queries
    .selectFrom('datasets')
    .where('datasets.lineage_id', '=', lineageOf(queries, datasetId))
    .where('datasets.purged_at', 'is', null);

async function objectsIn(queries: Queries, datasetId: string): Promise<LineageObject[]> {
  const rows = await queries
    .selectFrom('objects')
    .innerJoin('blobs', 'blobs.key', 'objects.blob_key')
    .leftJoin('subsets', 'subsets.id', 'objects.subset_id')
    .select(['objects.id', 'objects.dataset_id', 'objects.subset_id', 'objects.kind', 'objects.blob_key'])
    .select(['blobs.size', 'blobs.sha256', 'objects.superseded_at', 'subsets.trashed_at'])
    .where('objects.dataset_id', 'in', versionsIn(queries, datasetId).select('datasets.id'))
    .where('objects.purged_at', 'is', null)
    .orderBy('objects.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    datasetId: row.dataset_id,
    subsetId: row.subset_id,
    kind: row.kind,
    blobKey: row.blob_key,
    blobSize: row.size,
    sha256: row.sha256,
    supersededAt: row.superseded_at,
    isTrashed: row.trashed_at !== null,
  }));
}

/** The versions, oldest first, those in the trash among them; what they hold, and the files that each of them gave up. */
export async function lineageObjects(queries: Queries, datasetId: string) {
  const versions = await versionsIn(queries, datasetId)
    .select(['id', 'name', 'version', 'status', 'frozen_at', 'trashed_at'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const held = await objectsIn(queries, datasetId);
  const without = await queries
    .selectFrom('purged_files')
    .selectAll()
    .where('dataset_id', 'in', versionsIn(queries, datasetId).select('datasets.id'))
    .orderBy('path')
    .execute();
  return { versions, held, without };
}
