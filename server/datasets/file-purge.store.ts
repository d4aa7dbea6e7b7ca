import type { Note } from '../auth/index.ts';
import type { Db, Queries } from '../database/index.ts';
import { type LineageObject, lineageObjects } from './lineage-objects.store.ts';
import { Changed } from './purge.store.ts';
import { batches, lockLineage, releaseBlobs } from './purge-parts.store.ts';
import type { PurgedRow } from './purged-files.store.ts';

/** An object that holds a file, and the blobs of its bytes: one for each entry of the same bytes. */
export interface Holding {
  object: LineageObject;
  blobs: string[];
}

/** A file that a frozen version gives up. */
export type GivenUp = Pick<PurgedRow, 'path' | 'subset_id' | 'blob_key' | 'sha256' | 'size'>;

interface Verdict {
  datasetId: string;
  /** See `lineage`. */
  seen: string;
  files: readonly GivenUp[];
  reason: string;
  /** Objects that are purged whole. */
  goes: readonly LineageObject[];
  /** Blobs that no version needs any more. */
  unused: readonly string[];
}

export function filePurgeStore(db: Db) {
  async function lineage(queries: Queries, datasetId: string) {
    const found = await lineageObjects(queries, datasetId);
    const seen = JSON.stringify([
      found.versions.map(({ id, frozen_at, trashed_at }) => [id, frozen_at, trashed_at]),
      found.held.map(({ id, supersededAt, isTrashed }) => [id, supersededAt, isTrashed]),
      found.without.map(({ dataset_id, path }) => [dataset_id, path]).sort(),
    ]);
    return { ...found, seen };
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
        const subsets = goes.flatMap(({ subsetId, isTrashed, supersededAt }) =>
          isTrashed && supersededAt === null && subsetId !== null ? [subsetId] : [],
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
