/** A run of bytes that went out: `[start, end)`. */
export type Span = [start: number, end: number];

/** The union of spans, sorted, without overlaps or seams. */
export function merge(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const [start, end] of [...spans].sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else if (start < end) merged.push([start, end]);
  }
  return merged;
}

/** Whether the merged spans cover an object of `size` bytes; an empty object is covered by any answer. */
export const covers = (merged: readonly Span[], size: number): boolean =>
  size === 0 || (merged.length === 1 && merged[0]?.[0] === 0 && merged[0][1] >= size);
