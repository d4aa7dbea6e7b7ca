import type { QueryOf } from '../../../contract/endpoint.ts';
import type { Page } from '../../../contract/lists.ts';
import type { listTrash, TrashEntry } from '../../../contract/trash.ts';
import type { Note } from '../../auth/index.ts';
import { anyContains, type Db, isDuplicate, page, type Queries } from '../../database/index.ts';
import { KEPT_FOR } from '../../datasets/index.ts';
import { conflict } from '../../shared/errors.ts';
import { iso } from '../../shared/time.ts';

/** An item in the trash. */
export interface Trashed {
  id: string;
  kind: 'dataset' | 'subset';
  datasetId: string;
  name: string;
  version: string;
  path: string;
}

/** Trashed datasets and subsets, with the size of their current object. */
const rows = (db: Queries) => {
  const shared = ['d.name', 'd.version', 'o.size', 'o.file_count'] as const;
  const datasets = db
    .selectFrom('datasets as d')
    .leftJoin('objects as o', (join) =>
      join.onRef('o.dataset_id', '=', 'd.id').on('o.subset_id', 'is', null).on('o.superseded_at', 'is', null),
    )
    .select((eb) => [eb.val('dataset').$castTo<'dataset' | 'subset'>().as('kind')])
    .select(['d.id', 'd.id as dataset_id', 'd.path', 'd.trashed_at', ...shared])
    .where('d.trashed_at', 'is not', null)
    .where('d.purged_at', 'is', null);
  const subsets = db
    .selectFrom('subsets as s')
    .innerJoin('datasets as d', 'd.id', 's.dataset_id')
    .leftJoin('objects as o', (join) =>
      join.onRef('o.subset_id', '=', 's.id').on('o.superseded_at', 'is', null),
    )
    .select((eb) => [eb.val('subset').$castTo<'dataset' | 'subset'>().as('kind')])
    .select(['s.id', 's.dataset_id', 's.path', 's.trashed_at', ...shared])
    .where('s.trashed_at', 'is not', null)
    .where('s.purged_at', 'is', null);
  return db.selectFrom(datasets.unionAll(subsets).as('trash'));
};

const restored = { trashed_at: null };

/** @throws AppError 409, naming the path, when a path to restore is in use */
function assertUnused(taken: { path: string } | undefined): void {
  if (!taken) return;
  throw conflict(
    `The path "${taken.path}" is in use again by now. Change the path of what has it, then restore this.`,
    'path',
  );
}

/** Runs a change of a dataset's subsets in one transaction with the renewal of its whole. */
type Change = <T>(datasetId: string, now: number, work: (trx: Queries) => Promise<T>) => Promise<T>;

export function trashStore(db: Db, change: Change) {
  /** Concurrent restores: the unique constraints decide, and the second one gets a 409. */
  const toAppError = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      throw conflict('Its name and version, or a path, have just been taken.', 'path');
    }
  };

  return {
    list({ kind, keyword, ...query }: QueryOf<typeof listTrash>): Promise<Page<TrashEntry>> {
      let found = rows(db).selectAll();
      if (kind) found = found.where('kind', '=', kind);
      if (keyword) found = found.where(anyContains(['name', 'path'], keyword));
      return page(
        found as never,
        { ...query, column: 'trashed_at', order: query.order ?? 'desc' },
        'id',
        (row: Awaited<ReturnType<typeof found.execute>>[number]) => ({
          id: row.id,
          kind: row.kind,
          name: row.name,
          version: row.version,
          path: row.path,
          size: row.size ?? 0,
          fileCount: row.file_count ?? 0,
          trashedAt: iso(row.trashed_at ?? 0),
          purgedFrom: iso((row.trashed_at ?? 0) + KEPT_FOR),
        }),
      );
    },

    async one(id: string): Promise<Trashed | undefined> {
      const row = await rows(db).selectAll().where('id', '=', id).executeTakeFirst();
      return row && { ...row, datasetId: row.dataset_id };
    },

    /**
     * Restores a dataset with its subsets, except those that were trashed separately. Its objects are unchanged: same
     * revisions and ETags.
     * @returns false when it is no longer in the trash
     * @throws AppError 409 when its name and version, or a path, are in use
     */
    restoreDataset: (id: string, note: Note<void>): Promise<boolean> =>
      toAppError(
        db.transaction().execute(async (trx) => {
          const back = await trx
            .updateTable('datasets')
            .set((eb) => ({ sort: eb.ref('sort') }))
            .where('id', '=', id)
            .where('trashed_at', 'is not', null)
            .where('purged_at', 'is', null)
            .returning(['name', 'version', 'path'])
            .executeTakeFirst();
          if (!back) return false;
          const { name, version, path } = back;
          const same = await trx
            .selectFrom('datasets')
            .select('id')
            .where('name', '=', name)
            .where('version', '=', version)
            .where('trashed_at', 'is', null)
            .executeTakeFirst();
          if (same) {
            throw conflict(
              `Another dataset is named "${name}", version ${version}, by now. Change its name or version, then restore this one.`,
              'version',
            );
          }
          const subsets = trx
            .selectFrom('subsets')
            .where('subsets.dataset_id', '=', id)
            .where('subsets.trashed_at', 'is', null);
          assertUnused(
            await trx.selectFrom('paths').select('path').where('path', '=', path).executeTakeFirst(),
          );
          assertUnused(
            await subsets
              .innerJoin('paths', 'paths.path', 'subsets.path')
              .select('paths.path')
              .orderBy('paths.path')
              .limit(1)
              .executeTakeFirst(),
          );
          await trx.updateTable('datasets').set(restored).where('id', '=', id).execute();
          await trx.insertInto('paths').values({ path, dataset_id: id, subset_id: null }).execute();
          await trx
            .insertInto('paths')
            .columns(['path', 'dataset_id', 'subset_id'])
            .expression(subsets.select(['subsets.path', 'subsets.dataset_id', 'subsets.id']))
            .execute();
          await note(trx);
          return true;
        }),
      ),

    /**
     * Restores a subset; its dataset gets a new archive.
     * @returns false when it is no longer in the trash
     * @throws AppError 409 when its dataset is in the trash, or its path in use
     */
    restoreSubset: ({ id, datasetId }: Trashed, now: number, note: Note<void>): Promise<boolean> =>
      toAppError(
        change(datasetId, now, async (trx) => {
          const dataset = await trx
            .selectFrom('datasets')
            .select('trashed_at')
            .where('id', '=', datasetId)
            .executeTakeFirst();
          if (dataset?.trashed_at !== null) {
            throw conflict('Its dataset is in the trash, too. Restore the dataset first.');
          }
          const back = await trx
            .updateTable('subsets')
            .set(restored)
            .where('id', '=', id)
            .where('trashed_at', 'is not', null)
            .where('purged_at', 'is', null)
            .returning('path')
            .executeTakeFirst();
          if (!back) return false;
          const { path } = back;
          assertUnused(
            await trx.selectFrom('paths').select('path').where('path', '=', path).executeTakeFirst(),
          );
          await trx.insertInto('paths').values({ path, dataset_id: datasetId, subset_id: id }).execute();
          await note(trx);
          return true;
        }),
      ),
  };
}

export type TrashStore = ReturnType<typeof trashStore>;
