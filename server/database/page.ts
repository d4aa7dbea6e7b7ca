import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Page } from '../../contract/lists.ts';
import type { Tables } from './tables.ts';

/** What a list query asks for, with the column that its sort stands for. */
export interface PageOf<Column> {
  pageIndex: number;
  pageSize: number;
  column: Column;
  order: 'asc' | 'desc';
  /** The column may be null: null is then the least, which the two databases do not agree on by themselves. */
  nullable?: boolean;
  /**
   * Counts and finds the page in one pass over all that matches, where the database would look at every row for either:
   * what is searched for may be rare, so that no index of a sort leads to it.
   */
  searched?: boolean;
}

/** Rows from the beginning that are passed over in no time. */
const NEAR = 1_000;

/**
 * Runs a filtered query as one page with the whole count. A page near the beginning is asked beside the count; one
 * further on when the count is known, from the end that is nearer, so that the last page costs no more than the first.
 * There only ids are looked for, since the databases would fetch each row that is passed over as well.
 * @param column of the sort, from the endpoint's allow-list (threat 18); the id breaks ties
 * @param id the tie-breaking column
 * @param counted the same query, where the database needs it in other words to count
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
  counted: SelectQueryBuilder<DB, T, Row> = query,
): Promise<Page<Out>> {
  type Selected<Out> = SelectQueryBuilder<DB, T, Out>;
  const countAll = async (): Promise<number> => {
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
  /** Sorted here: 20 rows are no work for an index, and the database might walk one to have them in order. */
  const rowsOf = async (found: { page_key: string }[]): Promise<Row[]> => {
    const wanted = found.map((one) => one.page_key);
    // All may have gone between the two looks.
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
    // Beyond the last page nobody says how many there are.
    if (!first) return answer([], pageIndex === 1 ? 0 : await countAll());
    return answer(await rowsOf(found), Number(first.count));
  }
  if (offset <= NEAR) {
    const [count, rows] = await Promise.all([countAll(), part(query, order, pageSize, offset)]);
    // A row may have come between the two looks.
    return answer(rows as Row[], rows.length === 0 ? count : Math.max(count, offset + rows.length));
  }
  const count = await countAll();
  const limit = Math.min(pageSize, count - offset);
  if (limit <= 0) return answer([], count);
  if (offset <= count / 2) return answer(await rowsOf(await part(keys, order, limit, offset)), count);
  const found = await part(keys, order === 'asc' ? 'desc' : 'asc', limit, count - offset - limit);
  return answer(await rowsOf(found.reverse()), count);
}
