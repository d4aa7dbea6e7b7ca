import type { Dataset, Subset } from '../../../contract/catalogue.ts';
import type { Db } from '../../database/open.ts';
import { datasetRows, subsetRows, toDataset, toSubset } from '../../holdings/datasets.store.ts';

/** A dataset or subset with the id of its current object, which links carry as the revision. */
export interface WithObject<Row> {
  row: Row;
  objectId: string | null;
}

export function catalogueStore(db: Db) {
  // Made once: it is the same for everybody, and making it takes as long as running it.
  const published = datasetRows(db)
    .where('datasets.status', '=', 'published')
    .where('datasets.trashed_at', 'is', null)
    .orderBy('datasets.modality_name')
    .orderBy('datasets.sort')
    .orderBy('datasets.name')
    .orderBy('datasets.published_at', 'desc')
    .compile();
  return {
    async published(): Promise<Dataset[]> {
      return (await db.executeQuery(published)).rows.map(toDataset);
    },

    /** A published or withdrawn dataset; drafts and trashed ones are not there for visitors. */
    async visible(id: string): Promise<WithObject<Dataset> | undefined> {
      const row = await datasetRows(db)
        .where('datasets.id', '=', id)
        .where('datasets.status', '!=', 'draft')
        .where('datasets.trashed_at', 'is', null)
        .executeTakeFirst();
      return row && { row: toDataset(row), objectId: row.object_id };
    },

    /** When the files or the name of a published dataset last changed, or it was made: ms by id. */
    async changedAt(): Promise<Map<string, number>> {
      const rows = await datasetRows(db)
        .clearSelect()
        .select(['datasets.id', 'datasets.created_at', 'objects.created_at as revised_at'])
        .where('datasets.status', '=', 'published')
        .where('datasets.trashed_at', 'is', null)
        .execute();
      return new Map(rows.map((row) => [row.id, Number(row.revised_at ?? row.created_at)]));
    },

    async subsets(datasetId: string): Promise<WithObject<Subset>[]> {
      const rows = await subsetRows(db, datasetId).execute();
      return rows.map((row) => ({ row: toSubset(row), objectId: row.object_id }));
    },
  };
}

export type CatalogueStore = ReturnType<typeof catalogueStore>;
