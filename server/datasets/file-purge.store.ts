import type { Note } from '../auth/index.ts';
import type { Db, Queries } from '../database/index.ts';
import { Changed } from './purge.store.ts';
import { batches, lockLineage, releaseBlobs } from './purge-parts.store.ts';
import type { PurgedRow } from './purged-files.store.ts';

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
  isSuperseded: boolean;
  /** Its subset is in the trash. */
  isTrashed: boolean;
}

/** An object that holds a file, and the blobs of its bytes: one for each entry of the same bytes. */
export interface Holding {
  object: LineageObject;
  blobs: string[];
}

/** A file that a frozen version gives up. */
export type GivenUp = Pick<PurgedRow, 'path' | 'subset_id' | 'blob_key' | 'sha256' | 'size'>;

interface Verdict {
  datasetId: string;
  /** See `state`. */
  seen: string;
  files: readonly GivenUp[];
  reason: string;
  /** Objects that are purged whole. */
  goes: readonly LineageObject[];
  /** Blobs that no version needs any more. */
  unused: readonly string[];
}

export function filePurgeStore(db: Db) {
  /** The versions of a dataset's lineage whose bytes are not purged, those in the trash among them, oldest first. */
  const versions = (queries: Queries, datasetId: string) =>
    queries
      .selectFrom('datasets')
      .select(['id', 'name', 'version', 'status', 'frozen_at', 'trashed_at'])
      .where('lineage_id', '=', (eb) =>
        eb.selectFrom('datasets as own').select('own.lineage_id').where('own.id', '=', datasetId),
      )
      .where('purged_at', 'is', null)
      .orderBy('created_at')
      .orderBy('id')
      .execute();

  async function objects(queries: Queries, ids: readonly string[]): Promise<LineageObject[]> {
    const rows = await queries
      .selectFrom('objects')
      .innerJoin('blobs', 'blobs.key', 'objects.blob_key')
      .leftJoin('subsets', 'subsets.id', 'objects.subset_id')
      .select(['objects.id', 'objects.dataset_id', 'objects.subset_id', 'objects.kind', 'objects.blob_key'])
      .select(['blobs.size', 'blobs.sha256', 'objects.superseded_at', 'subsets.trashed_at'])
      .where('objects.dataset_id', 'in', ids)
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
      isSuperseded: row.superseded_at !== null,
      isTrashed: row.trashed_at !== null,
    }));
  }

  const givenUp = (queries: Queries, ids: readonly string[]) =>
    queries.selectFrom('purged_files').selectAll().where('dataset_id', 'in', ids).orderBy('path').execute();

  async function lineage(queries: Queries, datasetId: string) {
    const all = await versions(queries, datasetId);
    const ids = all.map(({ id }) => id);
    const held = await objects(queries, ids);
    const without = await givenUp(queries, ids);
    const seen = JSON.stringify([
      all.map(({ id, frozen_at, trashed_at }) => [id, frozen_at, trashed_at]),
      held.map(({ id, isSuperseded, isTrashed }) => [id, isSuperseded, isTrashed]),
      without.map(({ dataset_id, path }) => [dataset_id, path]).sort(),
    ]);
    return { versions: all, held, without, seen };
  }

  return {
    /** The lineage with what its versions hold; `seen` is equal as long as nothing of this changed. */
    lineage: (datasetId: string) => lineage(db, datasetId),

    /**
     * After this commit the version does not need these bytes, and those that no other one needs wait for removal.
     * @throws Changed when the verdict is out of date
     */
    commit: (
      { datasetId, seen, files, reason, goes, unused }: Verdict,
      now: number,
      note?: Note<void>,
    ): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await lockLineage(trx, datasetId);
        // The row lock on the dataset: nothing of it is restored, replaced or laid out meanwhile.
        await trx.updateTable('datasets').set({ updated_at: now }).where('id', '=', datasetId).execute();
        if ((await lineage(trx, datasetId)).seen !== seen) throw new Changed();
        for (const batch of batches(files))
          await trx
            .insertInto('purged_files')
            .values(batch.map((file) => ({ ...file, dataset_id: datasetId, reason, at: now })))
            .execute();
        const purged_at = now;
        for (const batch of batches(goes.map(({ id }) => id)))
          await trx.updateTable('objects').set({ purged_at }).where('id', 'in', batch).execute();
        // What is in the trash without its file cannot be restored.
        const subsets = goes.flatMap(({ subsetId, isTrashed, isSuperseded }) =>
          isTrashed && !isSuperseded && subsetId !== null ? [subsetId] : [],
        );
        for (const batch of batches(subsets))
          await trx.updateTable('subsets').set({ purged_at }).where('id', 'in', batch).execute();
        for (const batch of batches(unused)) await releaseBlobs(trx, batch);
        await note?.(trx);
      }),
  };
}

export type FilePurgeStore = ReturnType<typeof filePurgeStore>;
export type Lineage = Awaited<ReturnType<FilePurgeStore['lineage']>>;
export type LineageVersion = Lineage['versions'][number];
