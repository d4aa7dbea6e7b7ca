import type { Dataset, Subset } from '../../../contract/catalogue.ts';
import type { Release } from '../../../contract/releases.ts';
import type { Db } from '../../database/index.ts';
import {
  behindSlug,
  datasetRows,
  releaseOf,
  releasesOf,
  subsetRows,
  toDataset,
  toSubset,
} from '../../datasets/index.ts';
import { isComingIn } from '../../ingest/index.ts';
import { notFound } from '../../shared/errors.ts';

/** A dataset or subset with the id of its current object, which links carry as the revision. */
export interface WithObject<Row> {
  row: Row;
  objectId: string | null;
}

/** A dataset that visitors may see. */
interface VisibleDataset extends WithObject<Dataset> {
  /** ms */
  changedAt: number;
  /** What its lineage asks of who downloads. */
  asks: { lineageId: string; termsId: string | null; asksRequest: boolean };
}

const changed = ({ updated_at, created_at }: { updated_at: number | null; created_at: number }): number =>
  updated_at ?? created_at;

export function catalogueStore(db: Db) {
  // Built once: building the query takes as long as executing it.
  const published = datasetRows(db)
    .where('datasets.status', '=', 'published')
    .where('datasets.trashed_at', 'is', null)
    // Decisions §7: the dictionary gives the modalities' order; unknown ones follow by name.
    .leftJoin('dictionary', (join) =>
      join
        .on('dictionary.dict_type', '=', 'modality')
        .onRef('dictionary.dict_value', '=', 'datasets.modality_name')
        .on('dictionary.status', '=', '0'),
    )
    .orderBy((eb) => eb.case().when('dictionary.dict_code', 'is', null).then(1).else(0).end())
    .orderBy('dictionary.dict_sort')
    .orderBy('dictionary.dict_label')
    .orderBy('dictionary.dict_code')
    .orderBy('datasets.modality_name')
    .orderBy('datasets.sort')
    .orderBy('datasets.name')
    .orderBy('datasets.published_at', 'desc')
    .compile();
  return {
    async published(): Promise<Dataset[]> {
      return (await db.executeQuery(published)).rows.map(toDataset);
    },

    /** A published or withdrawn dataset; visitors never see drafts and trashed ones, guests the draft of their link. */
    async visible(id: string, isGuests = false): Promise<VisibleDataset | undefined> {
      const row = await datasetRows(db)
        .where('datasets.id', '=', id)
        .$if(!isGuests, (rows) => rows.where('datasets.status', '!=', 'draft'))
        .where('datasets.trashed_at', 'is', null)
        .executeTakeFirst();
      if (!row) return undefined;
      const { object_id: objectId } = row;
      const dataset = toDataset(row);
      if (objectId === null) dataset.comingIn = await isComingIn(db, { datasetId: id, subsetId: null });
      const asks = {
        lineageId: row.lineage_id,
        termsId: row.terms_id,
        asksRequest: row.asks_request === 1,
      };
      return { row: dataset, objectId, changedAt: changed(row), asks };
    },

    /** What else a version that visitors may see is, and its siblings. */
    async release(id: string): Promise<Release> {
      const found = await releaseOf(db, id);
      if (!found) throw notFound('This dataset');
      return found;
    },

    /** Of several versions. */
    releases: (ids: readonly string[]) => releasesOf(db, ids),

    /** The withdrawn versions, with when they last changed: ms by id. */
    async withdrawn(): Promise<Map<string, number>> {
      const rows = await db
        .selectFrom('datasets')
        .select(['id', 'created_at', 'updated_at'])
        .where('status', '=', 'withdrawn')
        .where('trashed_at', 'is', null)
        .execute();
      return new Map(rows.map((row) => [row.id, changed(row)]));
    },

    behindSlug: (slug: string, version?: string) => behindSlug(db, slug, version),

    /** The dataset of a path: its own path or a subset's. */
    async behindPath(path: string): Promise<{ datasetId: string; isSubset: boolean } | undefined> {
      const row = await db
        .selectFrom('paths')
        .select(['dataset_id', 'subset_id'])
        .where('path', '=', path)
        .executeTakeFirst();
      return row && { datasetId: row.dataset_id, isSubset: row.subset_id !== null };
    },

    /** Last change of each published dataset: ms by id. */
    async changedAt(): Promise<Map<string, number>> {
      const rows = await datasetRows(db)
        .clearSelect()
        .select(['datasets.id', 'datasets.created_at', 'datasets.updated_at'])
        .where('datasets.status', '=', 'published')
        .where('datasets.trashed_at', 'is', null)
        .execute();
      return new Map(rows.map((row) => [row.id, changed(row)]));
    },

    async subsets(datasetId: string): Promise<WithObject<Subset>[]> {
      const rows = await subsetRows(db, datasetId).execute();
      return rows.map((row) => {
        const subset = toSubset(row);
        if (row.object_id === null) {
          subset.comingIn = row.intake_kind !== null && row.intake_failure === null;
        }
        return { row: subset, objectId: row.object_id };
      });
    },
  };
}

export type CatalogueStore = ReturnType<typeof catalogueStore>;
