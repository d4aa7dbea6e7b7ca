import { sql } from 'kysely';
import type { Ordered } from '../../../contract/dataset-order.ts';
import type { Note } from '../../auth/index.ts';
import type { Db, Queries } from '../../database/index.ts';
import { lockDataset } from '../../datasets/index.ts';
import { conflict, notFound } from '../../shared/errors.ts';

/** Gap between two sort numbers, for insertions until all are renumbered. */
const STEP = 10;

/** The moved item, with its old and new position, counted from 1. */
export interface Moved {
  title: string;
  before: number;
  after: number;
}

/** A row in an ordered list; `place` is the stored sort number. */
interface Place {
  id: string;
  title: string;
  place: number;
}

/** A modality's datasets in the catalogue's order; equal numbers by name. */
const datasetsOf = (db: Queries, modalityName: string) =>
  db
    .selectFrom('datasets')
    .where('modality_name', '=', modalityName)
    .where('trashed_at', 'is', null)
    .orderBy('sort')
    .orderBy('name')
    .orderBy('published_at', 'desc')
    .orderBy('id');

/** Rows updated per statement. */
const BATCH = 1_000;

/** Renumbers the rows, `STEP` apart, after moving one behind another; writes only changed numbers. */
async function move(
  trx: Queries,
  table: 'datasets' | 'subsets',
  rows: readonly Place[],
  id: string,
  after: string | null,
): Promise<Moved> {
  const moved = rows.find((row) => row.id === id);
  if (!moved) throw notFound(table === 'datasets' ? 'This dataset' : 'This subset');
  const order = rows.filter((row) => row !== moved);
  const at = after === null ? 0 : order.findIndex((row) => row.id === after) + 1;
  if (after !== null && at === 0) {
    throw conflict('What it was to come after is not beside it any more. Look at the list again.', 'after');
  }
  order.splice(at, 0, moved);
  const changed = order
    .map((row, index) => ({ id: row.id, was: row.place, sort: STEP * (index + 1) }))
    .filter(({ was, sort }) => was !== sort);
  for (let from = 0; from < changed.length; from += BATCH) {
    const wanted = changed.slice(from, from + BATCH).map((row) => sql`(${row.id}, ${row.sort})`);
    await sql`with wanted (id, sort) as (values ${sql.join(wanted)})
      update ${sql.table(table)} set sort = cast(wanted.sort as integer)
      from wanted where ${sql.ref(`${table}.id`)} = wanted.id`.execute(trx);
  }
  return { title: moved.title, before: rows.indexOf(moved) + 1, after: at + 1 };
}

/** The order of datasets within a modality, and of subsets within a dataset. */
export function orderStore(db: Db) {
  return {
    list: (modalityName: string): Promise<Ordered[]> =>
      datasetsOf(db, modalityName).select(['id', 'name', 'version', 'status']).execute(),

    /** @throws AppError 404; 409 when `after` is no dataset of its modality */
    placeDataset: (id: string, after: string | null, note: Note<Moved>): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const dataset = await trx
          .selectFrom('datasets')
          .select('modality_name')
          .where('id', '=', id)
          .where('trashed_at', 'is', null)
          .executeTakeFirst();
        if (!dataset) throw notFound('This dataset');
        const { modality_name } = dataset;
        // The first row's lock serialises moves within a modality.
        const [first] = await datasetsOf(trx, modality_name)
          .clearOrderBy()
          .orderBy('id')
          .select('id')
          .limit(1)
          .execute();
        if (first) await lockDataset(trx, first.id);
        const rows = await datasetsOf(trx, modality_name).select(['id', 'name', 'version', 'sort']).execute();
        const places = rows.map((row) => ({
          id: row.id,
          title: `${row.name} ${row.version}`,
          place: row.sort,
        }));
        await note(trx, await move(trx, 'datasets', places, id, after));
      }),

    /** @throws AppError 404; 409 when `after` is no subset of its dataset */
    placeSubset: (id: string, after: string | null, note: Note<Moved>): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const subset = await trx
          .selectFrom('subsets')
          .innerJoin('datasets', 'datasets.id', 'subsets.dataset_id')
          .select('subsets.dataset_id')
          .where('subsets.id', '=', id)
          .where('subsets.trashed_at', 'is', null)
          .where('datasets.trashed_at', 'is', null)
          .executeTakeFirst();
        if (!subset) throw notFound('This subset');
        await lockDataset(trx, subset.dataset_id);
        const rows = await trx
          .selectFrom('subsets')
          .select(['id', 'path', 'sort'])
          .where('dataset_id', '=', subset.dataset_id)
          .where('trashed_at', 'is', null)
          .orderBy('sort')
          .orderBy('id')
          .execute();
        const places = rows.map((row) => ({ id: row.id, title: row.path, place: row.sort }));
        await note(trx, await move(trx, 'subsets', places, id, after));
      }),
  };
}

export type OrderStore = ReturnType<typeof orderStore>;
