/** A range of sent bytes: `[start, end)`. */
export type Span = [start: number, end: number];

/** Spans kept per record: a client that requests a million tiny ranges must not fill memory and rows. */
const MOST = 4_096;

/** The union of spans, sorted, without overlapping or adjacent ones; only the longest of very many. */
export function merge(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const [start, end] of [...spans].sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else if (start < end) merged.push([start, end]);
  }
  if (merged.length <= MOST) return merged;
  // Dropped spans count as not sent: a record is never called complete too early.
  const longest = [...merged].sort((a, b) => b[1] - b[0] - (a[1] - a[0])).slice(0, MOST / 2);
  return longest.sort((a, b) => a[0] - b[0]);
}

/**
 * Sent ranges, appended piece by piece: maps the end of each run to its start, so that the response which continues a
 * run finds it in O(1).
 */
export type Runs = Map<number, number>;

export const runsOf = (spans: readonly Span[]): Runs => new Map(spans.map(([start, end]) => [end, start]));

/** Adds a sent piece, in place. */
export function grow(runs: Runs, start: number, end: number): void {
  const from = runs.get(start) ?? start;
  runs.delete(start);
  // Another response may have reached the same position: the longer run includes both.
  runs.set(end, Math.min(from, runs.get(end) ?? from));
}

/** The union of runs, merged. */
export const spansOf = (runs: Runs): Span[] => merge(Array.from(runs, ([end, start]): Span => [start, end]));

/** Total bytes of merged spans. */
export const lengthOf = (merged: readonly Span[]): number =>
  merged.reduce((sum, [start, end]) => sum + end - start, 0);

/** Whether the merged spans cover an object of `size` bytes; an empty object is always covered. */
export const covers = (merged: readonly Span[], size: number): boolean =>
  size === 0 || (merged.length === 1 && merged[0]?.[0] === 0 && merged[0][1] >= size);
