import type { Db } from '../database/index.ts';
import { type Rendering, RULES } from './rendering.ts';

/** Renderings of descriptions; one of another text or by other rules is as if it were not there. */
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

    /** The words of every published dataset's description; null where they are not known, which then has its source. */
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
