import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { parseTableQuery, serialiseTableQuery, type TableQuery, type TableSpec } from './table-query.ts';

export interface TablePage<Sort extends string, Filter extends string> {
  query: TableQuery<Sort, Filter>;
  /** Whether any filter narrows the list: "no match" is not "none yet". */
  filtered: boolean;
  setPage(page: number): void;
  setSize(size: number): void;
  /** A first click sorts descending, a second ascending, a third gives the list's own order. */
  toggleSort(column: Sort): void;
  /** Back to page 1; an empty value takes the filter away. */
  setFilters(filters: Partial<Record<Filter, string>>): void;
  clearFilters(): void;
}

/** State of an admin list. `spec` must be a constant outside the component. */
export function useTablePage<Sort extends string, Filter extends string>(
  spec: TableSpec<Sort, Filter>,
): TablePage<Sort, Filter> {
  const [search, setSearch] = useSearchParams();
  const query = useMemo(() => parseTableQuery(search, spec), [search, spec]);
  const go = useCallback(
    (change: Partial<TableQuery<Sort, Filter>>, replace = false) =>
      setSearch((now) => serialiseTableQuery({ ...parseTableQuery(now, spec), page: 1, ...change }, spec), {
        replace,
        preventScrollReset: true,
      }),
    [setSearch, spec],
  );
  return {
    query,
    filtered: Object.keys(query.filters).length > 0,
    setPage: (page) => go({ page }),
    setSize: (size) => go({ size }),
    toggleSort: (column) => {
      if (query.sort !== column) go({ sort: column, order: 'desc' });
      else go(query.order === 'desc' ? { sort: column, order: 'asc' } : { sort: undefined, order: 'desc' });
    },
    // Typing a keyword must not fill the history with half words.
    setFilters: (filters) => go({ filters: { ...query.filters, ...filters } }, true),
    clearFilters: () => go({ filters: {} }),
  };
}
