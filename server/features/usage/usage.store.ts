import { readBuiltIn, usageKey } from '../../configuration/index.ts';
import type { Db } from '../../database/index.ts';

/** Downloads of one version in one month. */
export interface CountedMonth {
  datasetId: string;
  version: string;
  month: string;
  downloads: number;
}

export const usageStore = (db: Db) => ({
  isPublic: async (): Promise<boolean> => (await readBuiltIn(db, [usageKey])).get(usageKey.key) === 'true',

  /**
   * Of a version and its siblings that visitors see, by month and then by when they came out.
   * @returns undefined when visitors do not see the version itself
   */
  async months(id: string): Promise<CountedMonth[] | undefined> {
    const visible = db
      .selectFrom('datasets')
      .where('datasets.status', '!=', 'draft')
      .where('datasets.trashed_at', 'is', null);
    const one = await visible.select('lineage_id').where('datasets.id', '=', id).executeTakeFirst();
    if (!one) return undefined;
    const rows = await visible
      .innerJoin('usage_months', 'usage_months.dataset_id', 'datasets.id')
      .select(['datasets.id', 'datasets.version', 'usage_months.month', 'usage_months.downloads'])
      .where('datasets.lineage_id', '=', one.lineage_id)
      .orderBy('usage_months.month')
      .orderBy('datasets.published_at')
      .orderBy('datasets.id')
      .execute();
    return rows.map(({ id: datasetId, ...row }) => ({ ...row, datasetId, downloads: Number(row.downloads) }));
  },
});

export type UsageStore = ReturnType<typeof usageStore>;
