/** RFC 6266 as far as one `attachment` with a plain and an extended name goes; anything else is not valid. */
const HEADER =
  /^attachment; filename="((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"(?:; filename\*=UTF-8''((?:[A-Za-z0-9!#$&+.^_`|~-]|%[0-9A-F]{2})+))?$/;

/**
 * The file name that a Content-Disposition header says to a current browser: the extended one where there is one.
 * @throws when the header is not valid
 */
export function nameInHeader(header: string): string {
  const match = HEADER.exec(header);
  if (!match) throw new Error(`not a valid header: ${JSON.stringify(header)}`);
  const [, plain = '', extended] = match;
  return extended === undefined ? plain.replace(/\\(.)/g, '$1') : decodeURIComponent(extended);
}
