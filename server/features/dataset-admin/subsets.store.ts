import type { AdminSubset } from '../../../contract/dataset-admin.ts';
import type { Db, Queries } from '../../database/index.ts';
import {
  type Change,
  contentTypeOf,
  fileNameOf,
  type SubsetRow,
  subsetRows,
  toSubset,
} from '../../datasets/index.ts';
import type { datasetFiles, Named, NewSubset } from '../../ingest/index.ts';

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

const present = (row: SubsetRow, marks: Marks): AdminSubset => ({
  ...toSubset(row),
  intake: ingestOf(row),
  mark: (row.object_id !== null && marks.get(row.object_id)) || null,
});

/** Subsets as the back office sees them. */
export function subsetsStore(db: Db, change: Change, files: ReturnType<typeof datasetFiles>) {
  /** Of a dataset's current objects, those with a marked blob; marked blobs are few, and have an index of their own. */
  async function marksOf(datasetId: string): Promise<Marks> {
    const marked = (queries: Queries) => queries.selectFrom('blobs').where('blobs.mark', 'is not', null);
    const own = marked(db)
      .innerJoin('objects', 'objects.blob_key', 'blobs.key')
      .select(['objects.id', 'blobs.mark']);
    const inside = marked(db)
      .innerJoin('intake_files', 'intake_files.blob_key', 'blobs.key')
      .innerJoin('objects', 'objects.id', 'intake_files.intake_id')
      .select(['objects.id', 'blobs.mark']);
    const found = new Map<string, NonNullable<AdminSubset['mark']>>();
    for (const rows of [own, inside]) {
      for (const { id, mark } of await rows.where('objects.dataset_id', '=', datasetId).distinct().execute())
        if (mark !== null) found.set(id, mark);
    }
    return found;
  }

  return {
    async subsets(datasetId: string): Promise<AdminSubset[]> {
      const rows = await subsetRows(db, datasetId).execute();
      const marks = await marksOf(datasetId);
      return rows.map((row) => present(row, marks));
    },

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

    /** One subset, without a look at the other ones. */
    async listed({ id, datasetId }: { id: string; datasetId: string }): Promise<AdminSubset | undefined> {
      const row = await subsetRows(db, datasetId).where('subsets.id', '=', id).executeTakeFirst();
      return row && present(row, await marksOf(datasetId));
    },

    addSubsets: (datasetId: string, subsets: NewSubset[], now: number): Promise<string[]> =>
      change(datasetId, now, (trx) => files.addSubsets(trx, datasetId, subsets, now)),

    async updateSubset(
      subset: { id: string; datasetId: string; path: string },
      changes: { path?: string | undefined; desc?: string | undefined; sort?: number | undefined },
      source: Named | undefined,
      now: number,
    ): Promise<void> {
      const { path, desc, sort } = changes;
      await change(subset.datasetId, now, async (trx) => {
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
      });
    },

    trashSubset: (subset: { id: string; datasetId: string }, now: number): Promise<boolean> =>
      change(subset.datasetId, now, async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('subsets')
          .set({ trashed_at: now })
          .where('id', '=', subset.id)
          .where('trashed_at', 'is', null)
          .executeTakeFirstOrThrow();
        await trx.deleteFrom('paths').where('subset_id', '=', subset.id).execute();
        return numUpdatedRows === 1n;
      }),
  };
}

export type SubsetsStore = ReturnType<typeof subsetsStore>;
