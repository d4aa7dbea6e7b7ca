/** The words of the home page's fields: a file of its own, so that the dataset page does not carry them. */
export const tHome = {
  searchLabel: 'Search datasets',
  searchPlaceholder: 'Name, modality, author or keyword',
  searchGo: 'Search',
  sort: 'Order',
  /** In place of the first, while searching. */
  bestMatch: 'Best match',
  sorts: {
    arranged: 'As arranged',
    newest: 'Newest first',
    name: 'By name',
    downloads: 'Most downloaded',
    size: 'Largest first',
  },
  results: 'Results',
  /** What a search matched, on a card. */
  matched: {
    keyword: (text: string) => `Keyword: ${text}`,
    author: (text: string) => `Author: ${text}`,
    detail: () => 'In its description',
  },
  noneYet: 'No datasets yet',
  noneYetWhy: 'The laboratory has not published a dataset here yet. Come back later.',
  noMatch: 'No dataset matches',
  noMatchWhy: 'Try another word, or clear the search to see the whole catalogue.',
  clearSearch: 'Clear search',
} as const;
