import { limits } from '../../../../contract/limits.ts';

/** Filters by their parameter names: any text, or one of a few values. */
export type FilterSpec = Readonly<Record<string, 'text' | readonly string[]>>;
export type FilterValues<Filters extends FilterSpec> = {
  -readonly [Name in keyof Filters]?: Filters[Name] extends readonly (infer Value extends string)[]
    ? Value
    : string;
};

/** The permitted sorts and filters of a list: anything else in the URL is ignored, since the server refuses it. */
export interface TableSpec<Sort extends string, Filters extends FilterSpec> {
  sorts: readonly Sort[];
  filters: Filters;
  /** Parameters of the URL that are kept, but do not filter. */
  keeps?: readonly string[];
}

export interface TableQuery<Sort extends string, Filters extends FilterSpec> {
  page: number;
  size: number;
  sort: Sort | undefined;
  order: 'asc' | 'desc';
  filters: FilterValues<Filters>;
}

const whole = (value: string | null): number | undefined =>
  value !== null && /^[1-9]\d{0,7}$/.test(value) ? Number(value) : undefined;

/** Parses the URL; an invalid value counts as absent, so that an old or mistyped link still shows a list. */
export function parseTableQuery<Sort extends string, Filters extends FilterSpec>(
  search: URLSearchParams,
  spec: TableSpec<Sort, Filters>,
): TableQuery<Sort, Filters> {
  const size = whole(search.get('size'));
  const filters: Record<string, string> = {};
  for (const [name, values] of Object.entries(spec.filters)) {
    const value = search.get(name)?.trim();
    if (value && (values === 'text' || values.includes(value))) filters[name] = value;
  }
  return {
    page: whole(search.get('page')) ?? 1,
    size: limits.pageSizes.find((offered) => offered === size) ?? limits.pageSize,
    sort: spec.sorts.find((column) => column === search.get('sort')),
    order: search.get('order') === 'asc' ? 'asc' : 'desc',
    filters: filters as FilterValues<Filters>,
  };
}

/**
 * The canonical, shortest query string: omits defaults.
 * @param now the current query, for the parameters that the spec keeps
 */
export function serialiseTableQuery<Sort extends string, Filters extends FilterSpec>(
  query: TableQuery<Sort, Filters>,
  spec: TableSpec<Sort, Filters>,
  now = new URLSearchParams(),
): URLSearchParams {
  const search = new URLSearchParams();
  for (const name of spec.keeps ?? []) {
    const value = now.get(name);
    if (value) search.set(name, value);
  }
  for (const name of Object.keys(spec.filters)) {
    const value = query.filters[name];
    if (value) search.set(name, value);
  }
  if (query.sort !== undefined) {
    search.set('sort', query.sort);
    search.set('order', query.order);
  }
  if (query.size !== limits.pageSize) search.set('size', String(query.size));
  if (query.page !== 1) search.set('page', String(query.page));
  return search;
}

/** The query of a list call (decisions §1). */
export const toCallQuery = <Sort extends string, Filters extends FilterSpec>(
  query: TableQuery<Sort, Filters>,
) => ({
  pageIndex: query.page,
  pageSize: query.size,
  ...(query.sort !== undefined && { sort: query.sort, order: query.order }),
  ...query.filters,
});

/** The same for a spec's type. */
export type CallQuery<Spec> =
  Spec extends TableSpec<infer Sort, infer Filters> ? ReturnType<typeof toCallQuery<Sort, Filters>> : never;

/** Number of pages for `count` rows; at least one, for an empty list. */
export const pageCount = (count: number, size: number): number => Math.max(1, Math.ceil(count / size));
