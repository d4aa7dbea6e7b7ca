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
   * Counts and finds the page in one pass over all that matches, where the database would look at every row for either
   * (PostgreSQL, which does not walk the sort's index for what may be rare).
   */
  searched?: boolean;
  /**
   * Asks for the first page beside the count, on which it does not depend: where two connections find both sooner.
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
  { pageIndex, pageSize, column, order, nullable = false, searched = false, beside = false }: PageOf<string>,
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
  type Selected = SelectQueryBuilder<DB, T, Row>;
  const sorted = (of: Selected, direction: 'asc' | 'desc'): Selected =>
    of
      .orderBy(column as never, (by) => {
        const ordered = direction === 'asc' ? by.asc() : by.desc();
        if (!nullable) return ordered;
        return direction === 'asc' ? ordered.nullsFirst() : ordered.nullsLast();
      })
      .orderBy(id as never, direction);
  const part = (direction: 'asc' | 'desc', limit: number, offset: number): Promise<Row[]> =>
    sorted(query, direction).limit(limit).offset(offset).execute() as Promise<Row[]>;
  const answer = (rows: Row[], count: number): Page<Out> => ({
    list: rows.map(present),
    count,
    pageIndex,
    pageSize,
  });
  const offset = (pageIndex - 1) * pageSize;

  if (searched) {
    const narrow = query
      .clearSelect()
      .select(id as never)
      .select((eb) => eb.fn.countAll<number>().over().as('count'));
    const found = (await sorted(narrow as unknown as Selected, order)
      .limit(pageSize)
      .offset(offset)
      .execute()) as unknown as { id: string; count: number }[];
    const [first] = found;
    // Beyond the last page nobody says how many there are.
    if (!first) return answer([], pageIndex === 1 ? 0 : await countAll());
    const ids = found.map((row) => row.id);
    const rows = await sorted(query.where(id as never, 'in', ids as never), order).execute();
    return answer(rows as Row[], Number(first.count));
  }
  if (beside && pageIndex === 1) {
    const [count, rows] = await Promise.all([countAll(), part(order, pageSize, 0)]);
    // A row may have come between the two looks.
    return answer(rows, Math.max(count, rows.length));
  }
  const count = await countAll();
  const limit = Math.min(pageSize, count - offset);
  if (limit <= 0) return answer([], count);
  if (offset <= count / 2) return answer(await part(order, limit, offset), count);
  const rows = await part(order === 'asc' ? 'desc' : 'asc', limit, count - offset - limit);
  return answer(rows.reverse(), count);
}
