/**
 * Sort orders of the datasets within a modality. The first, the laboratory's own (`sort` of decisions §4), is the
 * default.
 */
export const catalogueSorts = ['arranged', 'newest', 'name', 'downloads', 'size'] as const;
export type CatalogueSort = (typeof catalogueSorts)[number];

/** The query of the home page's URL: `?q=` search words, `?sort=` an order. */
export interface CatalogueQuery {
  q: string;
  sort: CatalogueSort;
}

/** Longest search, in characters; the rest is cut off. */
export const searchLength = 200;

/** Collapses white space: searches that look alike are equal. */
export const tidySearch = (words: string): string =>
  Array.from(words.trim().replace(/\s+/g, ' ')).slice(0, searchLength).join('').trim();

/** Parses the query; unknown parameters and values are ignored. */
export function readCatalogueQuery(params: URLSearchParams): CatalogueQuery {
  const wanted = params.get('sort');
  return {
    q: tidySearch(params.get('q') ?? ''),
    sort: catalogueSorts.find((sort) => sort === wanted) ?? catalogueSorts[0],
  };
}

/** The canonical query string: empty, or with its leading `?`. */
export function catalogueSearch({ q, sort }: CatalogueQuery): string {
  const params = new URLSearchParams();
  if (q !== '') params.set('q', q);
  if (sort !== catalogueSorts[0]) params.set('sort', sort);
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}
