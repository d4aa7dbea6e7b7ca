import type { Db } from '../database/index.ts';
import { type Rendering, RULES } from './rendering.ts';

/** Stored renderings; one of another text or rules version is ignored. */
export function renderingsStore(db: Db) {
  return {
    find: (datasetId: string, source: string): Promise<Rendering | undefined> =>
      db
        .selectFrom('renderings')
        .select(['html', 'plain'])
        .where('dataset_id', '=', datasetId)
        .where('rules', '=', RULES)
        .where('source', '=', source)
        .executeTakeFirst(),

    /** Plain text of every published dataset's description; null where it is not rendered yet, with its source then. */
    plainOfPublished: (): Promise<{ id: string; plain: string | null; source: string | null }[]> =>
      db
        .selectFrom('datasets')
        .leftJoin('renderings', (join) =>
          join
            .onRef('renderings.dataset_id', '=', 'datasets.id')
            .onRef('renderings.source', '=', 'datasets.detail')
            .on('renderings.rules', '=', RULES),
        )
        .select(['datasets.id', 'renderings.plain'])
        .select((eb) =>
          eb.case().when('renderings.plain', 'is', null).then(eb.ref('datasets.detail')).end().as('source'),
        )
        .where('datasets.status', '=', 'published')
        .where('datasets.trashed_at', 'is', null)
        .where('datasets.detail', '!=', '')
        .execute(),

    async keep(datasetId: string, source: string, { html, plain }: Rendering): Promise<void> {
      const made = { rules: RULES, source, html, plain };
      await db
        .insertInto('renderings')
        .values({ dataset_id: datasetId, ...made })
        .onConflict((conflict) => conflict.column('dataset_id').doUpdateSet(made))
        .execute();
    },
  };
}

export type RenderingsStore = ReturnType<typeof renderingsStore>;
