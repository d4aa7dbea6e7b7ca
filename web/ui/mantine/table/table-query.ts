import { limits } from '../../../../contract/limits.ts';

/** Filters by their names in the address: any text, or one of a few values. */
export type FilterSpec = Readonly<Record<string, 'text' | readonly string[]>>;
export type FilterValues<Filters extends FilterSpec> = {
  -readonly [Name in keyof Filters]?: Filters[Name] extends readonly (infer Value extends string)[]
    ? Value
    : string;
};

/** What a list may be sorted and filtered by: anything else in the address is left out, since the server refuses it. */
export interface TableSpec<Sort extends string, Filters extends FilterSpec> {
  sorts: readonly Sort[];
  filters: Filters;
  /** Parameters of the address that are the screen's own: they stay as they are and narrow nothing. */
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

/** Reads the address; a wrong value counts as absent, so that an old or mistyped link still shows a list. */
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
 * The shortest address that says the same: what is the default is left out.
 * @param now the address so far, for what the spec keeps of it
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

/** The same for the list of a spec. */
export type CallQuery<Spec> =
  Spec extends TableSpec<infer Sort, infer Filters> ? ReturnType<typeof toCallQuery<Sort, Filters>> : never;

/** How many pages `count` rows fill; at least one, so that an empty list has a page to be on. */
export const pageCount = (count: number, size: number): number => Math.max(1, Math.ceil(count / size));
