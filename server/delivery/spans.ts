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
 * What goes out, noted piece by piece: the beginning of each run of bytes under its end, where the answer that sends it
 * goes on. One look finds it, however many runs there are.
 */
export type Runs = Map<number, number>;

export const runsOf = (spans: readonly Span[]): Runs => new Map(spans.map(([start, end]) => [end, start]));

/** Adds a piece that just went out, in place. */
export function grow(runs: Runs, start: number, end: number): void {
  const from = runs.get(start) ?? start;
  runs.delete(start);
  // Another answer may have come as far already: the longer run holds both.
  runs.set(end, Math.min(from, runs.get(end) ?? from));
}

/** The union of runs, as `merge` gives it. */
export const spansOf = (runs: Runs): Span[] => merge(Array.from(runs, ([end, start]): Span => [start, end]));

/** Bytes of merged spans. */
export const lengthOf = (merged: readonly Span[]): number =>
  merged.reduce((sum, [start, end]) => sum + end - start, 0);

/** Whether the merged spans cover an object of `size` bytes; an empty object is covered by any answer. */
export const covers = (merged: readonly Span[], size: number): boolean =>
  size === 0 || (merged.length === 1 && merged[0]?.[0] === 0 && merged[0][1] >= size);
