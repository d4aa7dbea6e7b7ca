/** A byte range, `end` exclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * RFC 9110 §14.2 for one representation of `size` bytes. Several ranges, other units and malformed headers mean the
 * whole; a range beyond the end is `unsatisfiable`.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const match = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '');
  if (!match) return 'whole';
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return 'whole';
  if (first === '') {
    const length = Number(last);
    if (length === 0 || size === 0) return 'unsatisfiable';
    return { start: Math.max(0, size - length), end: size };
  }
  const start = Number(first);
  if (last !== '' && BigInt(last) < BigInt(first)) return 'whole';
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size : Math.min(Number(last) + 1, size) };
}

const list = (header: string): string[] => header.match(/(?:W\/)?"[^"]*"|\*/g) ?? [];

/** If-None-Match (weak comparison, RFC 9110 §13.1.2). */
export const noneMatch = (header: string, etag: string): boolean =>
  !list(header).some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag);

/** If-Match (strong comparison, RFC 9110 §13.1.1). */
export const matches = (header: string, etag: string): boolean =>
  list(header).some((tag) => tag === '*' || tag === etag);
