import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import type { Page } from '../../../../contract/lists.ts';
import { scrollToTop } from '../../scroll-to.ts';
import {
  type CallQuery,
  type FilterSpec,
  parseTableQuery,
  serialiseTableQuery,
  type TableQuery,
  type TableSpec,
  toCallQuery,
} from './table-query.ts';

export interface TablePage<Sort extends string, Filters extends FilterSpec = FilterSpec> {
  query: TableQuery<Sort, Filters>;
  /** Whether any filter is active: distinguishes "no match" from "none yet". */
  filtered: boolean;
  /** §9: scrolls to the top in 800 ms. */
  setPage(page: number): void;
  /** Corrects a page number beyond the end, replacing the history entry. */
  correctPage(page: number): void;
  setSize(size: number): void;
  /** A first click sorts descending, a second ascending, a third restores the default order. */
  toggleSort(column: Sort): void;
  /** Resets to page 1; an empty value removes the filter. */
  setFilters(filters: Partial<Record<keyof Filters, string>>): void;
  clearFilters(): void;
}

/** An admin list: its position in the URL, and the loaded data. */
export interface List<Row, Sort extends string, Filters extends FilterSpec = FilterSpec>
  extends TablePage<Sort, Filters> {
  /** Rows of the requested page, or of the previous one while that is loading; undefined before the first response. */
  rows: readonly Row[] | undefined;
  /** Total over all pages. */
  count: number | undefined;
  /** Whether `rows` are still the previous page's. */
  busy: boolean;
  failed: boolean;
  retry(): void;
}

/**
 * Loads the list of the current URL. `spec` must be a constant outside the component.
 * @param queryOf the react-query options of one page
 */
export function useList<Row, Sort extends string, Filters extends FilterSpec>(
  spec: TableSpec<Sort, Filters>,
  // biome-ignore lint/suspicious/noExplicitAny: each list has its own type of key
  queryOf: (query: CallQuery<TableSpec<Sort, Filters>>) => UseQueryOptions<Page<Row>, Error, Page<Row>, any>,
): List<Row, Sort, Filters> {
  const page = useTablePage(spec);
  const answer = useQuery({ ...queryOf(toCallQuery(page.query)), placeholderData: keepPreviousData });
  return {
    ...page,
    rows: answer.data?.list,
    count: answer.data?.count,
    busy: answer.isPlaceholderData,
    failed: answer.isError,
    retry: () => void answer.refetch(),
  };
}

/** Page, size, sort and filters are stored in the URL only. */
function useTablePage<Sort extends string, Filters extends FilterSpec>(
  spec: TableSpec<Sort, Filters>,
): TablePage<Sort, Filters> {
  const [search, setSearch] = useSearchParams();
  const query = useMemo(() => parseTableQuery(search, spec), [search, spec]);
  const drawn = useRef(search);
  // Changes that are not drawn yet, the newest last: each begins from the one before.
  const pending = useRef<URLSearchParams[]>([]);
  // Not while drawing: what is drawn at the end may be older than what was begun and given up.
  useLayoutEffect(() => {
    drawn.current = search;
    const done = pending.current.findLastIndex((one) => one.toString() === search.toString());
    pending.current = done < 0 ? [] : pending.current.slice(done + 1);
  }, [search]);
  const go = useCallback(
    (
      change: (now: TableQuery<Sort, Filters>) => Partial<TableQuery<Sort, Filters>>,
      { replace = false }: { replace?: boolean } = {},
    ) => {
      const newest = pending.current.at(-1) ?? drawn.current;
      const now = parseTableQuery(newest, spec);
      const next = serialiseTableQuery({ ...now, page: 1, ...change(now) }, spec, newest);
      if (next.toString() === newest.toString()) return;
      pending.current.push(next);
      setSearch(next, { replace, preventScrollReset: true });
    },
    [setSearch, spec],
  );
  const correctPage = useCallback((page: number) => go(() => ({ page }), { replace: true }), [go]);
  return {
    query,
    filtered: Object.keys(query.filters).length > 0,
    setPage(page) {
      go(() => ({ page }));
      scrollToTop(0);
    },
    correctPage,
    setSize: (size) => go(() => ({ size })),
    toggleSort: (column) =>
      go(({ sort, order }) => {
        if (sort !== column) return { sort: column, order: 'desc' };
        return order === 'desc' ? { sort: column, order: 'asc' } : { sort: undefined, order: 'desc' };
      }),
    // Replaces the entry: typing a keyword must not fill the history.
    setFilters: (filters) => go((now) => ({ filters: { ...now.filters, ...filters } }), { replace: true }),
    clearFilters: () => go(() => ({ filters: {} })),
  };
}
