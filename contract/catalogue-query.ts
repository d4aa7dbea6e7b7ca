/**
 * Orders of the datasets within a modality; the first, the laboratory's own (`sort` of decisions §4), is what an
 * address without `?sort=` means.
 */
export const catalogueSorts = ['arranged', 'newest', 'name', 'downloads', 'size'] as const;
export type CatalogueSort = (typeof catalogueSorts)[number];

/** What the home page's address asks for: `?q=` words to look for, `?sort=` an order. */
export interface CatalogueQuery {
  q: string;
  sort: CatalogueSort;
}

/** Characters of a search: more are cut off. */
export const searchLength = 200;

/** One space between words, none around them: what looks the same is the same. */
export const tidySearch = (words: string): string =>
  Array.from(words.trim().replace(/\s+/g, ' ')).slice(0, searchLength).join('').trim();

/** Anything that the page does not know is left out. */
export function readCatalogueQuery(params: URLSearchParams): CatalogueQuery {
  const wanted = params.get('sort');
  return {
    q: tidySearch(params.get('q') ?? ''),
    sort: catalogueSorts.find((sort) => sort === wanted) ?? catalogueSorts[0],
  };
}

/** The same as an address says it, one way for one meaning: empty, or with its `?`. */
export function catalogueSearch({ q, sort }: CatalogueQuery): string {
  const params = new URLSearchParams();
  if (q !== '') params.set('q', q);
  if (sort !== catalogueSorts[0]) params.set('sort', sort);
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}
