import { setImmediate as turn } from 'node:timers/promises';
import { picturePaths } from '../../contract/pictures.ts';
import type { Note } from '../auth/index.ts';
import type { Db, Queries } from '../database/index.ts';
import { AppError } from '../shared/errors.ts';
import { takeDraftRequests } from './draft-requests.store.ts';
import { type LineageObject, lineageObjects, versionsIn } from './lineage-objects.store.ts';
import { batches, lockLineage, releaseBlobs } from './purge-parts.store.ts';

/** What to purge: a whole dataset, a subset, a release, or a dataset's revisions that were superseded up to a time. */
export type Purgeable =
  | { kind: 'dataset'; datasetId: string }
  | { kind: 'subset'; datasetId: string; subsetId: string }
  /** All bytes of a version that stays as a withdrawn one. */
  | { kind: 'release'; datasetId: string }
  | { kind: 'superseded'; datasetId: string; upTo: number };

/** The purge computed before the transaction, valid only while nothing changes that it rests on. */
export interface Verdict {
  /** See `lineage`. */
  seen: string;
  /** The objects to purge. */
  goes: readonly LineageObject[];
  /** Blobs that no other object of the lineage needs. */
  unused: readonly string[];
}

/** Something changed between computing the verdict and the commit: compute it again. Answered when it never ends. */
export class Changed extends AppError {
  constructor() {
    super(409, 'The files of this version have just changed. Try again.');
  }
}

/** Blobs whose bytes are removed at a time. */
const AT_ONCE = 500;

export function purgeStore(db: Db) {
  /**
   * Equal as long as a verdict holds: no object of the dataset came or went, and no other version came, or gave
   * anything up. What another version gets meanwhile changes nothing: its bytes are new, or that version needed them
   * before.
   */
  async function seenOf(queries: Queries, datasetId: string): Promise<string> {
    // Itself aside: the purge marks it as purged before it looks again.
    const others = versionsIn(queries, datasetId).select('datasets.id').where('datasets.id', '!=', datasetId);
    const versions = await others.orderBy('datasets.id').execute();
    const own = await queries
      .selectFrom('objects')
      .select('id')
      .where('dataset_id', '=', datasetId)
      .where('purged_at', 'is', null)
      .orderBy('id')
      .execute();
    const { purged } = await queries
      .selectFrom('objects')
      .select((eb) => eb.fn.countAll().as('purged'))
      .where('dataset_id', 'in', others)
      .where('purged_at', 'is not', null)
      .executeTakeFirstOrThrow();
    const { given } = await queries
      .selectFrom('purged_files')
      .select((eb) => eb.fn.countAll().as('given'))
      .where((eb) => eb.or([eb('dataset_id', '=', datasetId), eb('dataset_id', 'in', others)]))
      .executeTakeFirstOrThrow();
    const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
    return JSON.stringify([ids(versions), ids(own), Number(purged), Number(given)]);
  }

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
    const own = paths.filter((path) => !kept.has(path));
    // PostgreSQL takes no empty list.
    if (own.length === 0) return;
    const files = await trx
      .selectFrom('static_files')
      .select(['path', 'blob_key'])
      .where('path', 'in', own)
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
    /** What the dataset's lineage holds; `seen`, read before, is equal as long as a verdict on that holds. */
    async lineage(datasetId: string) {
      const seen = await seenOf(db, datasetId);
      return { ...(await lineageObjects(db, datasetId)), seen };
    },

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
        if ((await seenOf(trx, what.datasetId)) !== verdict.seen) throw new Changed();
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
