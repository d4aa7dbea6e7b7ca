import type { AdminSubset } from '../../../contract/dataset-admin.ts';
import { descOfFile } from '../../../contract/releases.ts';
import type { Changed, Note } from '../../auth/index.ts';
import type { Db, Queries } from '../../database/index.ts';
import {
  type Change,
  contentTypeOf,
  fileNameOf,
  isFrozen,
  keepFrozenChange,
  releasesOf,
  type SubsetRow,
  subsetRows,
  toSubset,
} from '../../datasets/index.ts';
import type { datasetFiles, Named, NewSubset } from '../../ingest/index.ts';
import { notFound } from '../../shared/errors.ts';

type Marks = ReadonlyMap<string, NonNullable<AdminSubset['mark']>>;

function ingestOf(row: SubsetRow): AdminSubset['intake'] {
  if (row.intake_kind === null) return null;
  const failed = row.intake_failure !== null;
  const hashed = row.intake_hashed ?? 0;
  return {
    state: failed ? 'failed' : hashed > 0 ? 'hashing' : 'waiting',
    hashed,
    size: row.intake_size ?? 0,
    fileCount: row.intake_file_count ?? 0,
    message: row.intake_failure ?? row.intake_note ?? '',
  };
}

const present = (row: SubsetRow, faults: Marks): AdminSubset => ({
  ...toSubset(row),
  intake: ingestOf(row),
  mark: (row.object_id !== null && faults.get(row.object_id)) || null,
});

/** A subset and its dataset. */
interface Place {
  id: string;
  datasetId: string;
}

interface SubsetChanges {
  path?: string | undefined;
  desc?: string | undefined;
  sort?: number | undefined;
  source?: Named | undefined;
}

/** Subsets in the back office. */
export function subsetsStore(db: Db, change: Change, files: ReturnType<typeof datasetFiles>) {
  /** Integrity faults of a dataset's current objects; faulty blobs are few, and have a partial index. */
  async function faultsOf(queries: Queries, datasetId: string): Promise<Marks> {
    const marked = () => queries.selectFrom('blobs').where('blobs.mark', 'is not', null);
    const own = marked()
      .innerJoin('objects', 'objects.blob_key', 'blobs.key')
      .select(['objects.id', 'blobs.mark']);
    const inside = marked()
      .innerJoin('intake_files', 'intake_files.blob_key', 'blobs.key')
      .innerJoin('objects', 'objects.id', 'intake_files.intake_id')
      .select(['objects.id', 'blobs.mark']);
    const inCopies = marked()
      .innerJoin('intake_files', 'intake_files.blob_key', 'blobs.key')
      .innerJoin('objects', 'objects.intake_id', 'intake_files.intake_id')
      .select(['objects.id', 'blobs.mark']);
    const found = new Map<string, NonNullable<AdminSubset['mark']>>();
    for (const rows of [own, inside, inCopies]) {
      for (const { id, mark } of await rows.where('objects.dataset_id', '=', datasetId).distinct().execute())
        if (mark !== null) found.set(id, mark);
    }
    return found;
  }

  async function subsets(datasetId: string, queries: Queries = db): Promise<AdminSubset[]> {
    const rows = await subsetRows(queries, datasetId).execute();
    const faults = await faultsOf(queries, datasetId);
    return rows.map((row) => present(row, faults));
  }

  /**
   * Reads one subset within a transaction, without the others.
   * @throws AppError 404
   */
  async function listed(trx: Queries, { id, datasetId }: Place): Promise<AdminSubset> {
    const row = await subsetRows(trx, datasetId).where('subsets.id', '=', id).executeTakeFirst();
    if (!row) throw notFound('This subset');
    return present(row, await faultsOf(trx, datasetId));
  }

  /**
   * Changes a dataset that is not in the trash: the labels of what lies there are free, and others may have them.
   * @throws AppError 404 when it was trashed meanwhile
   */
  const changeLive = <T>(datasetId: string, now: number, work: (trx: Queries) => Promise<T>): Promise<T> =>
    change(datasetId, now, async (trx) => {
      const live = await trx
        .selectFrom('datasets')
        .select('id')
        .where('id', '=', datasetId)
        .where('trashed_at', 'is', null)
        .executeTakeFirst();
      if (!live) throw notFound('This dataset');
      return work(trx);
    });

  return {
    subsets,

    release: async (datasetId: string) => (await releasesOf(db, [datasetId])).get(datasetId),

    async subset(id: string) {
      const row = await db
        .selectFrom('subsets')
        .innerJoin('datasets', 'datasets.id', 'subsets.dataset_id')
        .leftJoin('objects', (join) =>
          join.onRef('objects.subset_id', '=', 'subsets.id').on('objects.superseded_at', 'is', null),
        )
        .leftJoin('intakes', (join) =>
          join.onRef('intakes.subset_id', '=', 'subsets.id').on('intakes.ended_at', 'is', null),
        )
        .select(['subsets.id', 'subsets.dataset_id', 'subsets.path'])
        .select(['objects.kind', 'intakes.kind as intake_kind'])
        .where('subsets.id', '=', id)
        .where('subsets.trashed_at', 'is', null)
        .where('datasets.trashed_at', 'is', null)
        .executeTakeFirst();
      if (!row) return undefined;
      const isFolder = row.kind === 'zip' || row.intake_kind === 'folder';
      return { id: row.id, datasetId: row.dataset_id, path: row.path, isFolder };
    },

    /**
     * @param note called with the new subsets, in the same transaction
     * @throws AppError 404 when the dataset was trashed meanwhile
     */
    addSubsets: (
      datasetId: string,
      wanted: NewSubset[],
      now: number,
      note: Note<AdminSubset[]>,
    ): Promise<AdminSubset[]> =>
      changeLive(datasetId, now, async (trx) => {
        const ids = new Set(await files.addSubsets(trx, datasetId, wanted, now));
        const added = (await subsets(datasetId, trx)).filter(({ id }) => ids.has(id));
        await note(trx, added);
        return added;
      }),

    /**
     * @param note called with the subset before and after, in the same transaction
     * @throws AppError 404 when it, or its dataset, was trashed meanwhile
     */
    updateSubset: (
      subset: Place & { path: string },
      { path, desc, sort, source }: SubsetChanges,
      now: number,
      note: Note<Changed<AdminSubset>>,
    ): Promise<AdminSubset> =>
      changeLive(subset.datasetId, now, async (trx) => {
        const before = await listed(trx, subset);
        const set = {
          ...(path === undefined ? {} : { path, content_type: contentTypeOf(path) }),
          ...(desc === undefined ? {} : { description: desc }),
          ...(sort === undefined ? {} : { sort }),
        };
        if (Object.keys(set).length > 0) {
          await trx.updateTable('subsets').set(set).where('id', '=', subset.id).execute();
        }
        if (path !== undefined) {
          await trx.updateTable('paths').set({ path }).where('subset_id', '=', subset.id).execute();
        }
        if (source) {
          const target = { datasetId: subset.datasetId, subsetId: subset.id };
          await files.replace(trx, target, fileNameOf(path ?? subset.path), source, now);
        }
        const after = await listed(trx, subset);
        if (before.desc !== after.desc && (await isFrozen(trx, subset.datasetId)))
          await keepFrozenChange(
            trx,
            subset.datasetId,
            { field: descOfFile + after.path, before: before.desc, after: after.desc },
            now,
          );
        await note(trx, { before, after });
        return after;
      }),

    /**
     * @param note called with the trashed subset, in the same transaction
     * @throws AppError 404 when it, or its dataset, is in the trash already
     */
    trashSubset: (subset: Place, now: number, note: Note<AdminSubset>): Promise<void> =>
      changeLive(subset.datasetId, now, async (trx) => {
        const before = await listed(trx, subset);
        await trx.updateTable('subsets').set({ trashed_at: now }).where('id', '=', subset.id).execute();
        await trx.deleteFrom('paths').where('subset_id', '=', subset.id).execute();
        await note(trx, before);
      }),
  };
}

export type SubsetsStore = ReturnType<typeof subsetsStore>;
