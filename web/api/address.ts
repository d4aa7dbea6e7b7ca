type Value = string | number | boolean | readonly string[] | null | undefined;

/** Substitutes `:name` parameters in a contract path. */
export const fillPath = (path: string, params: Record<string, unknown> = {}): string =>
  path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`The path ${path} needs a value for ${name}.`);
    return encodeURIComponent(String(value));
  });

/** A query string with its `?`; undefined, null and '' are omitted, a list is comma-joined (decisions §3). */
export function queryString(query: Record<string, unknown> = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query) as [string, Value][]) {
    const text = Array.isArray(value) ? value.join(',') : String(value ?? '');
    if (text !== '') search.set(name, text);
  }
  const joined = search.toString();
  return joined === '' ? '' : `?${joined}`;
}
