/** Another page's URL with this page's `redirect` parameter; no other parameter is passed on. */
export function withRedirect(
  path: string,
  search: URLSearchParams,
  more: Record<string, string> = {},
): string {
  const redirect = search.get('redirect');
  const query = new URLSearchParams({ ...(redirect === null ? {} : { redirect }), ...more });
  return query.size > 0 ? `${path}?${query}` : path;
}
