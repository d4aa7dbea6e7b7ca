/** A run of bytes that went out: `[start, end)`. */
export type Span = [start: number, end: number];

/** Kept of one record: a client that asks for a million crumbs must not fill memory and rows. */
const MOST = 4_096;

/** The union of spans, sorted, without overlaps or seams; of very many the longest. */
export function merge(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const [start, end] of [...spans].sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else if (start < end) merged.push([start, end]);
  }
  if (merged.length <= MOST) return merged;
  // What is left out counts as not sent: a record is never called complete too early.
  const longest = [...merged].sort((a, b) => b[1] - b[0] - (a[1] - a[0])).slice(0, MOST / 2);
  return longest.sort((a, b) => a[0] - b[0]);
}

/**
 * Adds a span that just went out, in place. Answers go on where they were: most often one grows, and nothing is
 * sorted.
 */
export function grow(spans: Span[], start: number, end: number): void {
  const before = spans.find((span) => span[1] === start);
  if (before) before[1] = end;
  else spans.push([start, end]);
}

/** Whether the merged spans cover an object of `size` bytes; an empty object is covered by any answer. */
export const covers = (merged: readonly Span[], size: number): boolean =>
  size === 0 || (merged.length === 1 && merged[0]?.[0] === 0 && merged[0][1] >= size);
