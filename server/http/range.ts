/** A byte range, `end` exclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/** A decimal number of any length; beyond 2^53 it is just "beyond the end". */
const value = (digits: string): number => Number(digits);

/**
 * RFC 9110 §14.2 for one representation of `size` bytes. Several ranges, other units and malformed headers select the
 * whole (threat 31); a range beyond the end is `unsatisfiable`.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const set = /^bytes=(.*)$/i.exec(header ?? '')?.[1];
  if (set === undefined || /^[ \t]+[^, \t]/.test(set)) return 'whole';
  // §5.6.1.2: empty elements of a list do not count.
  const specs = set
    .split(',')
    // The lookbehind scans each run of spaces once: 16 KB of them would else block the thread for 0.1 s.
    .map((spec) => spec.replace(/^[ \t]+|(?<![ \t])[ \t]+$/g, ''))
    .filter((spec) => spec !== '');
  const match = specs.length === 1 ? /^(\d*)-(\d*)$/.exec(specs[0] ?? '') : null;
  const [, first = '', last = ''] = match ?? [];
  if (!match || (first === '' && last === '')) return 'whole';
  if (first === '') {
    const length = value(last);
    if (length === 0) return 'unsatisfiable';
    // The suffix of an empty file is empty, which no 206 can express.
    return size === 0 ? 'whole' : { start: Math.max(0, size - length), end: size };
  }
  const start = value(first);
  if (last !== '' && isLess(last, first)) return 'whole';
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size : Math.min(value(last) + 1, size) };
}

/** Compares digits as strings: exact beyond 2^53, and in linear time. */
function isLess(a: string, b: string): boolean {
  const [x, y] = [a.replace(/^0+/, ''), b.replace(/^0+/, '')];
  return x.length === y.length ? x < y : x.length < y.length;
}

/** One element of a list of entity tags, possibly empty, with the comma or end after it (RFC 9110 §8.8.3). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: etagc is everything but controls, space and the quote
const ELEMENT = /[ \t]*(?:((?:W\/)?"[^\u0000-\u0020"\u007f]*")[ \t]*)?(,|$)/y;

/** The entity tags of a list; empty for a malformed one. */
function tagsOf(header: string): string[] {
  const tags: string[] = [];
  for (let at = 0; ; ) {
    ELEMENT.lastIndex = at;
    const match = ELEMENT.exec(header);
    if (!match) return [];
    if (match[1] !== undefined) tags.push(match[1]);
    if (match[2] === '') return tags;
    at += match[0].length;
  }
}

/** If-None-Match (weak comparison, RFC 9110 §13.1.2): true when the full response must be sent. */
export const noneMatch = (header: string, etag: string): boolean =>
  header !== '*' && !tagsOf(header).some((tag) => tag.replace(/^W\//, '') === etag);

/** If-Match (strong comparison, RFC 9110 §13.1.1): true when the precondition holds. */
export const matches = (header: string, etag: string): boolean =>
  header === '*' || tagsOf(header).includes(etag);
