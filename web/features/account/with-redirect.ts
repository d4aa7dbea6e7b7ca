/** A page of ours that goes on to where this one would have gone; nothing else of the query is handed on. */
export function withRedirect(
  path: string,
  search: URLSearchParams,
  more: Record<string, string> = {},
): string {
  const redirect = search.get('redirect');
  const query = new URLSearchParams({ ...(redirect === null ? {} : { redirect }), ...more });
  return query.size > 0 ? `${path}?${query}` : path;
}
