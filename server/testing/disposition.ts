/** RFC 6266, limited to one `attachment` with a plain and an extended name; anything else is invalid. */
const HEADER =
  /^attachment; filename="((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"(?:; filename\*=UTF-8''((?:[A-Za-z0-9!#$&+.^_`|~-]|%[0-9A-F]{2})+))?$/;

/**
 * The file name that a current browser takes from a Content-Disposition header: the extended one if present.
 * @throws when the header is invalid
 */
export function nameInHeader(header: string): string {
  const match = HEADER.exec(header);
  if (!match) throw new Error(`not a valid header: ${JSON.stringify(header)}`);
  const [, plain = '', extended] = match;
  return extended === undefined ? plain.replace(/\\(.)/g, '$1') : decodeURIComponent(extended);
}
