import type { Db } from '../database/open.ts';
import type { ReadableObject } from '../holdings/object-reader.ts';

export function archiveHashesStore(db: Db) {
  const unhashed = () =>
    db
      .selectFrom('objects')
      .innerJoin('blobs', 'blobs.key', 'objects.blob_key')
      .select(['objects.id', 'objects.kind', 'objects.blob_key', 'objects.size', 'blobs.size as blob_size'])
      .where('objects.sha256', 'is', null)
      .where('objects.kind', '=', 'zip');
  type Row = Awaited<ReturnType<ReturnType<typeof unhashed>['execute']>>[number];
  const present = (row: Row | undefined): ReadableObject | undefined =>
    row && { id: row.id, kind: row.kind, blobKey: row.blob_key, blobSize: row.blob_size, size: row.size };

  return {
    byId: async (id: string) => present(await unhashed().where('objects.id', '=', id).executeTakeFirst()),

    currentOf: async (datasetId: string) =>
      present(
        await unhashed()
          .where('objects.dataset_id', '=', datasetId)
          .where('objects.subset_id', 'is', null)
          .where('objects.superseded_at', 'is', null)
          .executeTakeFirst(),
      ),

    async set(id: string, sha256: string): Promise<void> {
      await db
        .updateTable('objects')
        .set({ sha256 })
        .where('id', '=', id)
        .where('sha256', 'is', null)
        .execute();
    },
  };
}

export type ArchiveHashesStore = ReturnType<typeof archiveHashesStore>;
