import { setImmediate as turn } from 'node:timers/promises';
import { picturePaths } from '../../contract/pictures.ts';
import type { Note } from '../auth/index.ts';
import type { Db, Queries } from '../database/index.ts';
import { takeDraftRequests } from './draft-requests.store.ts';
import { batches, lockLineage, releaseBlobs, type Shared, sharedWith } from './purge-parts.store.ts';

/** What to purge: a whole dataset, a subset, a release, or a dataset's revisions that were superseded up to a time. */
export type Purgeable =
  | { kind: 'dataset'; datasetId: string }
  | { kind: 'subset'; datasetId: string; subsetId: string }
  /** All bytes of a version that stays as a withdrawn one. */
  | { kind: 'release'; datasetId: string }
  | { kind: 'superseded'; datasetId: string; upTo: number };

/** An object whose bytes are not purged. */
export interface HeldObject {
  id: string;
  kind: 'file' | 'zip';
  subsetId: string | null;
  blobKey: string;
  /** Bytes of the blob: for a ZIP, of its layout. */
  blobSize: number;
  supersededAt: number | null;
}

/** The purge computed before the transaction, valid only while the dataset's objects are unchanged. */
export interface Verdict {
  held: readonly HeldObject[];
  /** Those of them to purge. */
  goes: readonly HeldObject[];
  /** Blobs that no other object uses. */
  unused: readonly string[];
  /** What other versions hold of `goes` (see `sharedWith`). */
  shared: Shared;
}

/** Objects changed between computing the verdict and the commit: compute it again. */
export class Changed extends Error {}

/** Blobs whose bytes are removed at a time. */
const AT_ONCE = 500;

const ids = (objects: readonly HeldObject[]): string => objects.map(({ id }) => id).join();

export function purgeStore(db: Db) {
  const heldBy = async (queries: Queries, datasetId: string): Promise<HeldObject[]> => {
    const rows = await queries
      .selectFrom('objects')
      .innerJoin('blobs', 'blobs.key', 'objects.blob_key')
      .select([
        'objects.id',
        'objects.kind',
        'objects.subset_id',
        'objects.blob_key',
        'objects.superseded_at',
      ])
      .select('blobs.size')
      .where('objects.dataset_id', '=', datasetId)
      .where('objects.purged_at', 'is', null)
      .orderBy('objects.id')
      .execute();
    return rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      subsetId: row.subset_id,
      blobKey: row.blob_key,
      blobSize: row.size,
      supersededAt: row.superseded_at,
    }));
  };

  /** Marks a trashed row as purged; false when it is no longer in the trash. */
  async function take(trx: Queries, what: Purgeable, now: number): Promise<boolean> {
    // The row lock on the dataset: nothing of it is restored, replaced or laid out meanwhile.
    const dataset = await trx
      .updateTable('datasets')
      .set((eb) => ({ sort: eb.ref('sort') }))
      .where('id', '=', what.datasetId)
      .returning(['trashed_at', 'purged_at'])
      .executeTakeFirst();
    if (!dataset) return false;
    const purged_at = now;
    if (what.kind === 'subset') {
      const { numUpdatedRows } = await trx
        .updateTable('subsets')
        .set({ purged_at })
        .where('id', '=', what.subsetId)
        .where('dataset_id', '=', what.datasetId)
        .where('trashed_at', 'is not', null)
        .where('purged_at', 'is', null)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    }
    if (what.kind === 'superseded') return true;
    if (what.kind === 'release') {
      if (dataset.trashed_at !== null) return false;
      // What is in the trash without its file cannot be restored.
      await trx
        .updateTable('subsets')
        .set({ purged_at })
        .where('dataset_id', '=', what.datasetId)
        .where('trashed_at', 'is not', null)
        .where('purged_at', 'is', null)
        .execute();
      return true;
    }
    if (dataset.trashed_at === null || dataset.purged_at !== null) return false;
    await trx.updateTable('datasets').set({ purged_at }).where('id', '=', what.datasetId).execute();
    await trx
      .updateTable('subsets')
      .set({ purged_at })
      .where('dataset_id', '=', what.datasetId)
      .where('purged_at', 'is', null)
      .execute();
    return true;
  }

  /** Discards the sample image and the document of a purged dataset. */
  async function takeStaticFiles(trx: Queries, datasetId: string): Promise<void> {
    const dataset = await trx
      .selectFrom('datasets')
      .select(['samples', 'desc_path'])
      .where('id', '=', datasetId)
      .executeTakeFirstOrThrow();
    const paths = [
      ...(dataset.samples === null ? [] : [dataset.samples, ...picturePaths(dataset.samples)]),
      ...(dataset.desc_path === null ? [] : [dataset.desc_path]),
    ];
    if (paths.length === 0) return;
    // A version made from this one has the same picture and document.
    const others = await trx
      .selectFrom('datasets')
      .select(['samples', 'desc_path'])
      .where('id', '!=', datasetId)
      .where('purged_at', 'is', null)
      .where((eb) =>
        eb.or([eb('samples', '=', dataset.samples ?? ''), eb('desc_path', '=', dataset.desc_path ?? '')]),
      )
      .execute();
    const kept = new Set(
      others.flatMap(({ samples, desc_path }) => [
        ...(samples === null ? [] : [samples, ...picturePaths(samples)]),
        ...(desc_path === null ? [] : [desc_path]),
      ]),
    );
    const files = await trx
      .selectFrom('static_files')
      .select(['path', 'blob_key'])
      .where(
        'path',
        'in',
        paths.filter((path) => !kept.has(path)),
      )
      .execute();
    if (files.length === 0) return;
    await trx
      .deleteFrom('static_files')
      .where(
        'path',
        'in',
        files.map((file) => file.path),
      )
      .execute();
    await releaseBlobs(
      trx,
      files.map((file) => file.blob_key),
    );
  }

  return {
    held: (datasetId: string) => heldBy(db, datasetId),
    sharedWith: (datasetId: string, objects: readonly HeldObject[]) => sharedWith(db, datasetId, objects),

    /** Everything whose retention in the trash, or as an old revision, has ended. */
    async due(upTo: number): Promise<Purgeable[]> {
      const datasets = await db
        .selectFrom('datasets')
        .select('id')
        .where('trashed_at', '<=', upTo)
        .where('purged_at', 'is', null)
        .execute();
      const subsets = await db
        .selectFrom('subsets')
        .select(['id', 'dataset_id'])
        .where('trashed_at', '<=', upTo)
        .where('purged_at', 'is', null)
        .execute();
      const superseded = await db
        .selectFrom('objects')
        .select('dataset_id')
        .distinct()
        .where('superseded_at', '<=', upTo)
        .where('purged_at', 'is', null)
        .execute();
      return [
        ...datasets.map(({ id }) => ({ kind: 'dataset' as const, datasetId: id })),
        ...subsets.map(({ id, dataset_id }) => ({
          kind: 'subset' as const,
          datasetId: dataset_id,
          subsetId: id,
        })),
        ...superseded.map(({ dataset_id }) => ({
          kind: 'superseded' as const,
          datasetId: dataset_id,
          upTo,
        })),
      ];
    },

    /**
     * After this commit the objects are purged for readers, and the blobs that only they used wait for removal.
     * @returns `gone` when there is nothing to purge
     * @throws Changed when the verdict is out of date
     */
    commit: (what: Purgeable, verdict: Verdict, now: number, note?: Note<void>): Promise<'done' | 'gone'> =>
      db.transaction().execute(async (trx) => {
        await lockLineage(trx, what.datasetId);
        if (!(await take(trx, what, now))) return 'gone';
        // After the row lock: no object can be added any more.
        if (ids(await heldBy(trx, what.datasetId)) !== ids(verdict.held)) throw new Changed();
        const shared = await sharedWith(trx, what.datasetId, verdict.goes);
        if (shared.seen !== verdict.shared.seen) throw new Changed();
        for (const batch of batches(verdict.goes)) {
          await trx
            .updateTable('objects')
            .set({ purged_at: now })
            .where(
              'id',
              'in',
              batch.map(({ id }) => id),
            )
            .execute();
        }
        for (const batch of batches(verdict.unused)) {
          await releaseBlobs(trx, batch);
          // SQLite runs synchronously: yields to the event loop, for 100,000 files.
          await turn();
        }
        if (what.kind === 'dataset') {
          await takeStaticFiles(trx, what.datasetId);
          await takeDraftRequests(trx, what.datasetId);
        }
        await note?.(trx);
        return 'done' as const;
      }),

    /** A batch of blobs whose bytes are to be removed; empty when none is left. */
    waiting: () =>
      db
        .selectFrom('blobs')
        .select(['key', 'source'])
        .where('state', '=', 'purging')
        .limit(AT_ONCE)
        .execute(),

    async removed(keys: readonly string[]): Promise<void> {
      await db
        .updateTable('blobs')
        .set({ state: 'purged' })
        .where('key', 'in', keys)
        .where('state', '=', 'purging')
        .execute();
    },
  };
}

export type PurgeStore = ReturnType<typeof purgeStore>;
