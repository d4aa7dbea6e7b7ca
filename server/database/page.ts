import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Page } from '../../contract/lists.ts';
import type { Tables } from './tables.ts';

/** The paging of a list query, with the column of its sort. */
export interface PageOf<Column> {
  pageIndex: number;
  pageSize: number;
  column: Column;
  order: 'asc' | 'desc';
  /** The column may be null: null then sorts lowest, since the two databases' defaults differ. */
  nullable?: boolean;
  /**
   * Counts and fetches the page in one pass over all matching rows, where both would be full scans: matches of a search
   * may be rare, so that no index of a sort helps.
   */
  searched?: boolean;
}

/** Offset up to which skipping rows is cheap. */
const NEAR = 1_000;

/**
 * Runs a filtered query as one page with the total count. A page near the beginning is queried concurrently with the
 * count; one further on after it, from the nearer end, so that the last page costs no more than the first. There only
 * ids are selected, since the databases would fetch each skipped row as well.
 * @param column of the sort, from the endpoint's allow-list (threat 18); the id breaks ties
 * @param id the tie-breaking column
 * @param counted an equivalent query, where the database needs another form to count fast; or what has counted already
 */
export async function page<DB extends Tables, T extends keyof DB, Row, Out>(
  query: SelectQueryBuilder<DB, T, Row>,
  {
    pageIndex,
    pageSize,
    column,
    order,
    nullable = false,
    searched = false,
  }: PageOf<string | RawBuilder<unknown>>,
  id: string,
  present: (row: Row) => Out,
  counted: SelectQueryBuilder<DB, T, Row> | (() => Promise<number>) = query,
): Promise<Page<Out>> {
  type Selected<Out> = SelectQueryBuilder<DB, T, Out>;
  const countAll = async (): Promise<number> => {
    if (typeof counted === 'function') return counted();
    const { count } = (await counted
      .clearSelect()
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()) as unknown as { count: number };
    return Number(count);
  };
  const part = <Out>(of: Selected<Out>, direction: 'asc' | 'desc', limit: number, from: number) =>
    of
      .orderBy(column as never, (by) => {
        const ordered = direction === 'asc' ? by.asc() : by.desc();
        if (!nullable) return ordered;
        return direction === 'asc' ? ordered.nullsFirst() : ordered.nullsLast();
      })
      .orderBy(id as never, direction)
      .limit(limit)
      .offset(from)
      .execute() as Promise<Out[]>;
  const key = sql.ref<string>(id);
  const keys = query.clearSelect().select(key.as('page_key')) as unknown as Selected<{ page_key: string }>;
  /** Sorted in JavaScript: 20 rows need no index, and the planner might scan one to sort them. */
  const rowsOf = async (found: { page_key: string }[]): Promise<Row[]> => {
    const wanted = found.map((one) => one.page_key);
    // All may have been deleted between the two queries.
    if (wanted.length === 0) return [];
    const rows = (await query
      .clearWhere()
      .select(key.as('page_key'))
      .where(key, 'in', wanted)
      .execute()) as unknown as (Row & { page_key: string })[];
    const byKey = new Map(rows.map((row) => [row.page_key, row]));
    return wanted.flatMap((one) => byKey.get(one) ?? []);
  };
  const answer = (rows: Row[], count: number): Page<Out> => ({
    list: rows.map(present),
    count,
    pageIndex,
    pageSize,
  });
  const offset = (pageIndex - 1) * pageSize;

  if (searched) {
    const keysAndCount = keys.select((eb) =>
      eb.fn.countAll<number>().over().as('count'),
    ) as unknown as Selected<{
      page_key: string;
      count: number;
    }>;
    const found = await part(keysAndCount, order, pageSize, offset);
    const [first] = found;
    // Beyond the last page no row carries the count.
    if (!first) return answer([], pageIndex === 1 ? 0 : await countAll());
    return answer(await rowsOf(found), Number(first.count));
  }
  if (offset <= NEAR) {
    const [count, rows] = await Promise.all([countAll(), part(query, order, pageSize, offset)]);
    // A row may have been inserted between the two queries.
    return answer(rows as Row[], rows.length === 0 ? count : Math.max(count, offset + rows.length));
  }
  const count = await countAll();
  const limit = Math.min(pageSize, count - offset);
  if (limit <= 0) return answer([], count);
  if (offset <= count / 2) return answer(await rowsOf(await part(keys, order, limit, offset)), count);
  const found = await part(keys, order === 'asc' ? 'desc' : 'asc', limit, count - offset - limit);
  return answer(await rowsOf(found.reverse()), count);
}
