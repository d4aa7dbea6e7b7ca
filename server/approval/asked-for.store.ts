import type { ExpressionBuilder } from 'kysely';
import type { Queries, Tables } from '../database/index.ts';

/** Whether a dataset still asks for requests, and has a version that is not in the trash; in a query of lineages. */
export const stillAsks = (eb: ExpressionBuilder<Tables, 'lineages'>) =>
  eb.and([
    eb('lineages.asks_request', '=', 1),
    eb.exists(
      eb
        .selectFrom('datasets')
        .select('datasets.id')
        .whereRef('datasets.lineage_id', '=', 'lineages.id')
        .where('datasets.trashed_at', 'is', null),
    ),
  ]);

/** The ids of the requests for those datasets. */
export const askedFor = (queries: Queries) =>
  queries
    .selectFrom('requests')
    .innerJoin('lineages', 'lineages.id', 'requests.lineage_id')
    .select('requests.id')
    .where(stillAsks);
