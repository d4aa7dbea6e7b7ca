import { useCallback, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { scrollToTop } from '../../scroll-to.ts';
import { parseTableQuery, serialiseTableQuery, type TableQuery, type TableSpec } from './table-query.ts';

export interface TablePage<Sort extends string, Filter extends string> {
  query: TableQuery<Sort, Filter>;
  /** Whether any filter narrows the list: "no match" is not "none yet". */
  filtered: boolean;
  /** §9: scrolls to the top in 800 ms. */
  setPage(page: number): void;
  /** The page that is asked for is beyond the end: the address is put right, and Back does not lead there again. */
  correctPage(page: number): void;
  setSize(size: number): void;
  /** A first click sorts descending, a second ascending, a third gives the list's own order. */
  toggleSort(column: Sort): void;
  /** Back to page 1; an empty value takes the filter away. */
  setFilters(filters: Partial<Record<Filter, string>>): void;
  clearFilters(): void;
}

/** State of an admin list: it lives in the address, and only there. `spec` must be a constant outside the component. */
export function useTablePage<Sort extends string, Filter extends string>(
  spec: TableSpec<Sort, Filter>,
): TablePage<Sort, Filter> {
  const [search, setSearch] = useSearchParams();
  const query = useMemo(() => parseTableQuery(search, spec), [search, spec]);
  // Where the address is on its way to: of two changes at once the second must not undo the first.
  const wanted = useRef(search);
  const shown = useRef(search);
  if (shown.current !== search) {
    shown.current = search;
    wanted.current = search;
  }
  const go = useCallback(
    (
      change: (now: TableQuery<Sort, Filter>) => Partial<TableQuery<Sort, Filter>>,
      { replace = false }: { replace?: boolean } = {},
    ) => {
      const now = parseTableQuery(wanted.current, spec);
      const next = serialiseTableQuery({ ...now, page: 1, ...change(now) }, spec, wanted.current);
      if (next.toString() === wanted.current.toString()) return;
      wanted.current = next;
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
    // Typing a keyword must not fill the history with half words.
    setFilters: (filters) => go((now) => ({ filters: { ...now.filters, ...filters } }), { replace: true }),
    clearFilters: () => go(() => ({ filters: {} })),
  };
}
