import type { AccessPolicy } from '../../../contract/access.ts';
import type { Note } from '../../auth/index.ts';
import { type Db, onPostgres, type Queries } from '../../database/index.ts';
import { invalid, notFound } from '../../shared/errors.ts';

/** What a dataset asks for besides an approved account. */
interface Asked {
  policy: AccessPolicy;
  termsId: string | null;
  /** Of its newest version. */
  title: string | null;
}

/** A change of what all versions of a dataset ask for. */
export interface ChangedAccess {
  name: string;
  before: Asked;
  after: Asked;
}

const lineageOf = (db: Queries, datasetId: string) =>
  db
    .selectFrom('lineages')
    .innerJoin('datasets', 'datasets.lineage_id', 'lineages.id')
    .select(['lineages.id', 'lineages.name', 'lineages.terms_id', 'lineages.asks_request'])
    .where('datasets.id', '=', datasetId)
    .where('datasets.trashed_at', 'is', null);

/** The policy is derived: of what a dataset asks for, the one that says most. */
const policyOf = (row: { terms_id: string | null; asks_request: number | null }): AccessPolicy =>
  row.asks_request === 1 ? 'request' : row.terms_id === null ? 'portal' : 'terms';

async function titleOf(trx: Queries, termsId: string | null): Promise<string | null> {
  if (termsId === null) return null;
  const newest = await trx
    .selectFrom('terms_versions')
    .select('title')
    .where('terms_id', '=', termsId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.title ?? null;
}

/** What datasets ask for (access.md): of the lineage, so that a new version asks for the same. */
export const datasetAccessStore = (db: Db) => ({
  /** @throws AppError 404 */
  async of(datasetId: string): Promise<Pick<Asked, 'policy' | 'termsId'>> {
    const found = await lineageOf(db, datasetId).executeTakeFirst();
    if (!found) throw notFound('This dataset');
    return { policy: policyOf(found), termsId: found.terms_id };
  },

  /** @throws AppError 404; 400 when there is no such set */
  change: (
    datasetId: string,
    { policy, termsId }: Pick<Asked, 'policy' | 'termsId'>,
    now: number,
    note: Note<ChangedAccess>,
  ): Promise<void> =>
    db.transaction().execute(async (trx) => {
      const lineage = await lineageOf(trx, datasetId)
        .$if(onPostgres(trx), (query) => query.forUpdate('lineages'))
        .executeTakeFirst();
      if (!lineage) throw notFound('This dataset');
      const title = await titleOf(trx, lineage.terms_id);
      if (termsId !== null) {
        const set = await trx
          .selectFrom('terms')
          .select('id')
          .where('id', '=', termsId)
          .where('deleted_at', 'is', null)
          // Against their deletion meanwhile.
          .$if(onPostgres(trx), (query) => query.forShare())
          .executeTakeFirst();
        if (!set) throw invalid('termsId', 'Choose terms that exist.');
      }
      const former = policyOf(lineage);
      if (termsId !== lineage.terms_id || policy !== former) {
        const asks_request = policy === 'request' ? 1 : 0;
        await trx
          .updateTable('lineages')
          .set({ terms_id: termsId, asks_request })
          .where('id', '=', lineage.id)
          .execute();
        await trx
          .updateTable('datasets')
          .set({ updated_at: now })
          .where('lineage_id', '=', lineage.id)
          .execute();
      }
      await note(trx, {
        name: lineage.name,
        before: { policy: former, termsId: lineage.terms_id, title },
        after: { policy, termsId, title: await titleOf(trx, termsId) },
      });
    }),
});

export type DatasetAccessStore = ReturnType<typeof datasetAccessStore>;
