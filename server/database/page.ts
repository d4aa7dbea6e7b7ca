import type { SelectQueryBuilder } from 'kysely';
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
   * Asks for the first page beside the count, on which it does not depend: where two connections find both sooner, and
   * the sort's index ends a search for what is rare no later than the count does.
   */
  beside?: boolean;
}

/**
 * Runs a filtered query as one page with the whole count. What lies beyond the middle is counted from the end, so that
 * the last page costs no more than the first.
 * @param column of the sort, from the endpoint's allow-list (threat 18); the id breaks ties
 * @param id the tie-breaking column
 */
export async function page<DB extends Tables, T extends keyof DB, Row, Out>(
  query: SelectQueryBuilder<DB, T, Row>,
  { pageIndex, pageSize, column, order, nullable = false, beside = false }: PageOf<string>,
  id: string,
  present: (row: Row) => Out,
): Promise<Page<Out>> {
  const countAll = async (): Promise<number> => {
    const { count } = (await query
      .clearSelect()
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()) as unknown as { count: number };
    return Number(count);
  };
  const part = (direction: 'asc' | 'desc', limit: number, offset: number): Promise<Row[]> =>
    query
      .orderBy(column as never, (by) => {
        const ordered = direction === 'asc' ? by.asc() : by.desc();
        if (!nullable) return ordered;
        return direction === 'asc' ? ordered.nullsFirst() : ordered.nullsLast();
      })
      .orderBy(id as never, direction)
      .limit(limit)
      .offset(offset)
      .execute() as Promise<Row[]>;
  const answer = (rows: Row[], count: number): Page<Out> => ({
    list: rows.map(present),
    count,
    pageIndex,
    pageSize,
  });

  if (beside && pageIndex === 1) {
    const [count, rows] = await Promise.all([countAll(), part(order, pageSize, 0)]);
    // A row may have come between the two looks.
    return answer(rows, Math.max(count, rows.length));
  }
  const count = await countAll();
  const offset = (pageIndex - 1) * pageSize;
  const limit = Math.min(pageSize, count - offset);
  if (limit <= 0) return answer([], count);
  if (offset <= count / 2) return answer(await part(order, limit, offset), count);
  const rows = await part(order === 'asc' ? 'desc' : 'asc', limit, count - offset - limit);
  return answer(rows.reverse(), count);
}
