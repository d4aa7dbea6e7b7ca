import type { Updateable } from 'kysely';
import type { AdminDataset, ListedDataset, listAdminDatasets } from '../../../contract/dataset-admin.ts';
import type { DatasetTexts } from '../../../contract/dataset-texts.ts';
import type { QueryOf } from '../../../contract/endpoint.ts';
import type { Page } from '../../../contract/lists.ts';
import type { Changed, Note } from '../../auth/index.ts';
import { anyContains, type DatasetsTable, type Db, page, type Queries } from '../../database/index.ts';
import {
  type Change,
  type DatasetRow,
  datasetRows,
  type Freezing,
  fileNameOf,
  frozenRows,
  isPurged,
  joinLineage,
  keepFrozenChanges,
  markPublished,
  renameLineage,
  shownRow,
  toDataset,
} from '../../datasets/index.ts';
import type { datasetFiles, ReceivedFiles } from '../../ingest/index.ts';
import { conflict, notFound } from '../../shared/errors.ts';
import { iso } from '../../shared/time.ts';
import type { ReleaseColumns } from './release-fields.ts';

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

type NewDataset = Pick<
  DatasetsTable,
  | keyof DatasetTexts
  | 'id'
  | 'name'
  | 'version'
  | 'modality_name'
  | 'path'
  | 'status'
  | 'sort'
  | 'created_at'
  | 'published_at'
> &
  ReleaseColumns;
export type DatasetChanges = ReleaseColumns &
  Pick<
    Updateable<DatasetsTable>,
    | keyof DatasetTexts
    | 'name'
    | 'version'
    | 'modality_name'
    | 'path'
    | 'status'
    | 'sort'
    | 'published_at'
    | 'withdrawn_at'
    | 'freeze_asked_at'
    | 'withdrawn_reason'
  >;

/** A change of a dataset. */
interface DatasetUpdate {
  /** @throws AppError when the dataset, as it is now, cannot be changed so */
  changesOf: (before: AdminDataset) => DatasetChanges;
  files: Omit<ReceivedFiles, 'subsets'>;
  /** Its files are to be fixed. */
  freeze: boolean;
}

/** What the audit log shows of a trashed dataset. */
export type TrashedDataset = Pick<AdminDataset, 'name' | 'version' | 'status'>;

/** Datasets in the back office. */
export function datasetAdminStore(
  db: Db,
  change: Change,
  files: ReturnType<typeof datasetFiles>,
  askToFreeze: Freezing['ask'],
) {
  const { keepStatic, addSubsets, replace } = files;

  const one = async (id: string, queries: Queries = db): Promise<AdminDataset | undefined> => {
    const row = await datasetRows(queries).where('datasets.id', '=', id).executeTakeFirst();
    return row && present(row);
  };

  /**
   * Reads a dataset within a transaction.
   * @throws AppError 404 when it was trashed or deleted meanwhile
   */
  async function existing(trx: Queries, id: string): Promise<AdminDataset> {
    const dataset = await one(id, trx);
    if (!dataset || dataset.trashedAt !== null) throw notFound('This dataset');
    return dataset;
  }

  /** Writes the concept's DOI to every version: it is of all of them together. */
  const shareConceptDoi = (trx: Queries, lineageId: string, concept_doi: string, now: number) =>
    trx
      .updateTable('datasets')
      .set({ concept_doi, updated_at: now })
      .where('lineage_id', '=', lineageId)
      .execute();

  /** The concept's DOI of a version that joins the lineage: the one given, which the others get too, or theirs. */
  async function joinConcept(trx: Queries, lineageId: string, given: string, now: number): Promise<string> {
    if (given === '') {
      const other = await trx
        .selectFrom('datasets')
        .select('concept_doi')
        .where('lineage_id', '=', lineageId)
        .where('concept_doi', '!=', '')
        .orderBy('created_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      return other?.concept_doi ?? '';
    }
    const frozen = await frozenRows(trx, lineageId);
    await shareConceptDoi(trx, lineageId, given, now);
    for (const row of frozen) await keepFrozenChanges(trx, row, await shownRow(trx, row.id), now);
    return given;
  }

  async function takeArchive(
    trx: Queries,
    { id, path }: { id: string; path: string },
    archive: ReceivedFiles['archive'],
    now: number,
  ): Promise<void> {
    if (archive) await replace(trx, { datasetId: id, subsetId: null }, fileNameOf(path), archive, now);
  }

  return {
    one,

    list(query: QueryOf<typeof listAdminDatasets>): Promise<Page<ListedDataset>> {
      let rows = datasetRows(db)
        .select((eb) =>
          eb
            .selectFrom('datasets as siblings')
            .whereRef('siblings.lineage_id', '=', 'datasets.lineage_id')
            .where('siblings.trashed_at', 'is', null)
            .select((each) => each.fn.countAll<number>().as('versions'))
            .as('versions'),
        )
        .where('datasets.trashed_at', 'is', null);
      const { keyword, status, modalityName } = query;
      if (keyword)
        rows = rows.where(anyContains(['datasets.name', 'datasets.path', 'datasets.keywords'], keyword));
      if (status) rows = rows.where('datasets.status', '=', status);
      if (modalityName) rows = rows.where('datasets.modality_name', '=', modalityName);
      const order = query.order ?? (query.sort ? 'asc' : 'desc');
      return page(
        rows,
        { ...query, column: columns[query.sort ?? 'createdAt'], order, nullable: query.sort === 'size' },
        'datasets.id',
        (row) => ({ ...present(row), versions: Number(row.versions) }),
      );
    },

    /** Refuses a name and version, or a path, that are taken; called before the files are uploaded. */
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

    /** @param note called with the new dataset, in the same transaction */
    async add(
      dataset: NewDataset,
      brought: ReceivedFiles,
      now: number,
      note: Note<AdminDataset>,
    ): Promise<void> {
      const work = async (trx: Queries): Promise<void> => {
        const samples = brought.samples ? await keepStatic(trx, brought.samples) : null;
        const desc_path = brought.desc ? await keepStatic(trx, brought.desc) : null;
        const lineage_id = await joinLineage(trx, dataset.name, now);
        const concept_doi = await joinConcept(trx, lineage_id, dataset.concept_doi ?? '', now);
        if (dataset.status === 'published') await markPublished(trx, lineage_id, now);
        await trx
          .insertInto('datasets')
          .values({
            ...dataset,
            lineage_id,
            concept_doi,
            count: 0,
            samples,
            desc_path,
            trashed_at: null,
            updated_at: now,
          })
          .execute();
        await trx
          .insertInto('paths')
          .values({ path: dataset.path, dataset_id: dataset.id, subset_id: null })
          .execute();
        await addSubsets(trx, dataset.id, brought.subsets, now);
        await takeArchive(trx, dataset, brought.archive, now);
      };
      await change(dataset.id, now, work, async (trx) => note(trx, await existing(trx, dataset.id)));
    },

    /** @param note called with the dataset before and after, in the same transaction */
    async update(
      id: string,
      { changesOf, files: brought, freeze }: DatasetUpdate,
      now: number,
      note: Note<Changed<AdminDataset>>,
    ): Promise<void> {
      const work = async (trx: Queries): Promise<AdminDataset> => {
        const before = await existing(trx, id);
        // Files may have come for hours: what was judged before them is judged again.
        const changes = changesOf(before);
        if (changes.status === 'published' && (await isPurged(trx, id)))
          throw conflict('Its files were purged: it cannot be published again.', 'status');
        const { name, concept_doi, ...own } = changes;
        const { lineage_id } = await shownRow(trx, id);
        const frozen = await frozenRows(trx, lineage_id);
        if (concept_doi !== undefined) await shareConceptDoi(trx, lineage_id, concept_doi, now);
        if (name !== undefined && name !== before.name) await renameLineage(trx, lineage_id, name, now);
        if (changes.status === 'published') await markPublished(trx, lineage_id, now);
        const set = {
          ...own,
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
        await takeArchive(trx, before, brought.archive, now);
        if (freeze) await askToFreeze(trx, id);
        for (const row of frozen) await keepFrozenChanges(trx, row, await shownRow(trx, row.id), now);
        return before;
      };
      await change(id, now, work, async (trx, before) =>
        note(trx, { before, after: await existing(trx, id) }),
      );
    },

    /**
     * Moves to the trash: hidden from every list, its paths free again; records and files stay. False when it is there
     * already.
     */
    trashDataset: (id: string, now: number, note: Note<TrashedDataset>): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        const dataset = await trx
          .updateTable('datasets')
          .set({ trashed_at: now })
          .where('id', '=', id)
          .where('trashed_at', 'is', null)
          .where('frozen_at', 'is', null)
          .returning(['name', 'version', 'status'])
          .executeTakeFirst();
        if (!dataset) return false;
        await trx.deleteFrom('paths').where('dataset_id', '=', id).execute();
        await note(trx, dataset);
        return true;
      }),
  };
}

export type DatasetAdminStore = ReturnType<typeof datasetAdminStore>;
