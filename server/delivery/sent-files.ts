import type { Span } from './spans.ts';

/** The last index whose offset is at most `position`. */
function lastUpTo(offsets: Float64Array, position: number): number {
  let low = 0;
  let high = offsets.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((offsets[middle] ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * The files that spans cover, and what of the spans belongs to no such file. Files of no bytes are never covered: that
 * they were asked for is known otherwise.
 * @param merged sorted, without overlaps, in the offsets' positions
 */
export function coveredFiles(
  merged: readonly Span[],
  offsets: Float64Array,
): { whole: number[]; rest: Span[] } {
  const whole: number[] = [];
  const rest: Span[] = [];
  const keep = (start: number, end: number) => {
    if (start < end) rest.push([start, end]);
  };
  for (const [start, end] of merged) {
    let open = start;
    for (let i = lastUpTo(offsets, start); i < offsets.length - 1; i++) {
      const [from, to] = [offsets[i] ?? 0, offsets[i + 1] ?? 0];
      if (from >= end) break;
      if (from === to || from < start || to > end) continue;
      keep(open, from);
      whole.push(i);
      open = to;
    }
    keep(open, end);
  }
  return { whole, rest };
}

/**
 * Sets bits in a bitmap.
 * @param bitmap base64, or empty; the bit of file `i` is `i % 8` of byte `i / 8`
 * @param count of all files
 */
export function withBits(
  bitmap: string,
  whole: Iterable<number>,
  count: number,
): { bitmap: string; complete: boolean } {
  const bits = Buffer.alloc(Math.ceil(count / 8));
  bits.set(Buffer.from(bitmap, 'base64').subarray(0, bits.length));
  for (const i of whole) bits[i >> 3] = (bits[i >> 3] ?? 0) | (1 << (i & 7));
  let set = 0;
  for (const byte of bits) for (let rest = byte; rest !== 0; rest &= rest - 1) set++;
  return { bitmap: bits.toString('base64'), complete: set === count };
}
