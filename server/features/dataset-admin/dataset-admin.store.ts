import type { AdminDataset, listAdminDatasets } from '../../../contract/dataset-admin.ts';
import type { QueryOf } from '../../../contract/endpoint.ts';
import type { Page } from '../../../contract/lists.ts';
import { contains, isDuplicate } from '../../database/dialect.ts';
import type { Db, Queries } from '../../database/open.ts';
import { page } from '../../database/page.ts';
import type { DatasetsTable } from '../../database/tables.ts';
import { conflict } from '../../errors.ts';
import type { BlobLedger, LedgerBlob } from '../../holdings/blob-ledger.store.ts';
import {
  type DatasetRow,
  datasetRows,
  subsetRows,
  toDataset,
  toSubset,
} from '../../holdings/datasets.store.ts';
import { contentTypeOf } from '../../holdings/paths.ts';
import { renewWhole } from '../../holdings/whole.store.ts';
import { iso } from '../../time.ts';
import { datasetFiles, type NewFile } from './dataset-files.store.ts';
import type { StaticFile } from './intake.ts';

const columns = {
  createdAt: 'datasets.created_at',
  name: 'datasets.name',
  modalityName: 'datasets.modality_name',
  count: 'datasets.count',
  size: 'objects.size',
  status: 'datasets.status',
  sort: 'datasets.sort',
} as const;

const present = (row: DatasetRow): AdminDataset => ({
  ...toDataset(row),
  sort: row.sort,
  trashedAt: iso(row.trashed_at),
});

/** What one form brought besides its fields. */
export interface Brought {
  samples?: StaticFile | undefined;
  desc?: StaticFile | undefined;
  archive?: LedgerBlob | undefined;
  subsets: NewFile[];
}

type NewDataset = Omit<DatasetsTable, 'count' | 'samples' | 'desc_path' | 'published_at' | 'trashed_at'>;
export type DatasetChanges = Partial<
  Pick<
    DatasetsTable,
    | 'name'
    | 'version'
    | 'modality_name'
    | 'path'
    | 'detail'
    | 'license'
    | 'authors'
    | 'citation'
    | 'keywords'
    | 'status'
    | 'sort'
    | 'published_at'
  >
>;

/** A taken name or path, in words: which of the unique constraints it was. */
function explain(error: unknown): unknown {
  if (!isDuplicate(error) || !(error instanceof Error)) return error;
  const detail = `${error.message} ${'constraint' in error ? String(error.constraint) : ''}`;
  return /name/.test(detail)
    ? conflict('A dataset of this name and version is already there. Choose another version.', 'version')
    : conflict('This path is already in use. Choose another name or path.', 'path');
}

export function datasetAdminStore(db: Db, ledger: BlobLedger) {
  const { keepStatic, addFiles, setArchive } = datasetFiles(ledger);

  /** A change of files or names: in one transaction with the new ZIP layout, whose blob is reserved before. */
  async function change<T>(datasetId: string, now: number, work: (trx: Queries) => Promise<T>): Promise<T> {
    const layoutKey = await ledger.reserve();
    let used = false;
    try {
      return await db.transaction().execute(async (trx) => {
        // The dataset's row is the lock: of two changes at once, the second sees the first one's files.
        await trx
          .updateTable('datasets')
          .set((eb) => ({ sort: eb.ref('sort') }))
          .where('id', '=', datasetId)
          .execute();
        const result = await work(trx);
        used = await renewWhole(trx, ledger, datasetId, layoutKey, now);
        return result;
      });
    } catch (error) {
      used = false;
      throw explain(error);
    } finally {
      if (!used) await ledger.discard([layoutKey]);
    }
  }

  const one = async (id: string): Promise<AdminDataset | undefined> => {
    const row = await datasetRows(db).where('datasets.id', '=', id).executeTakeFirst();
    return row && present(row);
  };

  return {
    one,

    list(query: QueryOf<typeof listAdminDatasets>): Promise<Page<AdminDataset>> {
      let rows = datasetRows(db).where('datasets.trashed_at', 'is', null);
      const { keyword, status, modalityName } = query;
      if (keyword) {
        rows = rows.where((eb) =>
          eb.or([
            contains('datasets.name', keyword),
            contains('datasets.path', keyword),
            contains('datasets.keywords', keyword),
          ]),
        );
      }
      if (status) rows = rows.where('datasets.status', '=', status);
      if (modalityName) rows = rows.where('datasets.modality_name', '=', modalityName);
      const order = query.order ?? (query.sort ? 'asc' : 'desc');
      return page(
        rows,
        { ...query, column: columns[query.sort ?? 'createdAt'], order, nullable: query.sort === 'size' },
        'datasets.id',
        present,
      );
    },

    async subsets(datasetId: string) {
      return (await subsetRows(db, datasetId).execute()).map(toSubset);
    },

    async subset(id: string) {
      const row = await db
        .selectFrom('subsets')
        .innerJoin('datasets', 'datasets.id', 'subsets.dataset_id')
        .select(['subsets.id', 'subsets.dataset_id', 'subsets.path'])
        .where('subsets.id', '=', id)
        .where('subsets.trashed_at', 'is', null)
        .where('datasets.trashed_at', 'is', null)
        .executeTakeFirst();
      return row && { id: row.id, datasetId: row.dataset_id, path: row.path };
    },

    /** What of a new dataset is taken already; looked up before its files are uploaded. */
    async assertFree(name: string, version: string, path: string): Promise<void> {
      const same = await db
        .selectFrom('datasets')
        .select('id')
        .where('name', '=', name)
        .where('version', '=', version)
        .where('trashed_at', 'is', null)
        .executeTakeFirst();
      if (same) {
        throw conflict(
          'A dataset of this name and version is already there. Choose another version.',
          'version',
        );
      }
      const taken = await db.selectFrom('paths').select('path').where('path', '=', path).executeTakeFirst();
      if (taken) throw conflict('This path is already in use. Choose another name or path.', 'path');
    },

    async add(dataset: NewDataset, brought: Brought, now: number): Promise<void> {
      await change(dataset.id, now, async (trx) => {
        const samples = brought.samples ? await keepStatic(trx, brought.samples) : null;
        const desc_path = brought.desc ? await keepStatic(trx, brought.desc) : null;
        await trx
          .insertInto('datasets')
          .values({ ...dataset, count: 0, samples, desc_path, published_at: null, trashed_at: null })
          .execute();
        await trx
          .insertInto('paths')
          .values({ path: dataset.path, dataset_id: dataset.id, subset_id: null })
          .execute();
        await addFiles(trx, dataset.id, brought.subsets, now);
        if (brought.archive) await setArchive(trx, dataset.id, brought.archive, now);
      });
    },

    async update(
      id: string,
      changes: DatasetChanges,
      brought: Omit<Brought, 'subsets'>,
      now: number,
    ): Promise<void> {
      await change(id, now, async (trx) => {
        const set = {
          ...changes,
          ...(brought.samples ? { samples: await keepStatic(trx, brought.samples) } : {}),
          ...(brought.desc ? { desc_path: await keepStatic(trx, brought.desc) } : {}),
        };
        if (Object.keys(set).length > 0)
          await trx.updateTable('datasets').set(set).where('id', '=', id).execute();
        if (changes.path !== undefined) {
          await trx
            .updateTable('paths')
            .set({ path: changes.path })
            .where('dataset_id', '=', id)
            .where('subset_id', 'is', null)
            .execute();
        }
        if (brought.archive) await setArchive(trx, id, brought.archive, now);
      });
    },

    addSubsets: (datasetId: string, files: NewFile[], now: number): Promise<string[]> =>
      change(datasetId, now, (trx) => addFiles(trx, datasetId, files, now)),

    async updateSubset(
      subset: { id: string; datasetId: string },
      changes: { path?: string | undefined; desc?: string | undefined; sort?: number | undefined },
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
      });
    },

    /** To the trash: out of every list, its paths free again; records and files stay. False when it was there. */
    trashDataset: (id: string, now: number): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('datasets')
          .set({ trashed_at: now })
          .where('id', '=', id)
          .where('trashed_at', 'is', null)
          .executeTakeFirstOrThrow();
        await trx.deleteFrom('paths').where('dataset_id', '=', id).execute();
        return numUpdatedRows === 1n;
      }),

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

export type DatasetAdminStore = ReturnType<typeof datasetAdminStore>;
