import type { Span } from '../../delivery/index.ts';

/** Where the bytes of a wanted file lie in what a record is about. */
export interface Place {
  /** Index of the wanted file. */
  target: number;
  /** Position of its first byte. */
  start: number;
}

/** How much of a file somebody has. */
export type Extent = 'none' | 'partial' | 'whole';

/** The union of spans, sorted, without overlapping or adjacent ones. Unlike a record's own, none is dropped. */
function union(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const [start, end] of [...spans].sort((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else if (start < end) joined.push([start, end]);
  }
  return joined;
}

/**
 * What one person has of the wanted files, summed over their records: the first half by one and the second half by
 * another are the whole.
 * @param sizes bytes of each wanted file, at least 1
 */
export function holding(sizes: readonly number[]) {
  const whole = new Set<number>();
  const parts = new Map<number, Span[]>();

  function addWhole(target: number): void {
    whole.add(target);
    parts.delete(target);
  }

  function add(target: number, from: number, to: number): void {
    if (whole.has(target) || from >= to) return;
    const size = sizes[target] ?? 0;
    const known = parts.get(target);
    const spans = known ? union([...known, [from, to]]) : ([[from, to]] as Span[]);
    if (spans[0]?.[0] === 0 && spans[0][1] >= size) addWhole(target);
    else parts.set(target, spans);
  }

  return {
    addWhole,

    /**
     * Adds the ranges of a record.
     * @param ranges in the positions of `places`
     * @param places ascending by `start`; files do not overlap
     */
    addRanges(ranges: readonly Span[], places: readonly Place[]): void {
      let first = 0;
      for (const [start, end] of union(ranges)) {
        const endOf = ({ target, start: at }: Place) => at + (sizes[target] ?? 0);
        while (first < places.length && endOf(places[first] as Place) <= start) first++;
        for (let i = first; i < places.length; i++) {
          const { target, start: at } = places[i] as Place;
          if (at >= end) break;
          add(target, Math.max(start - at, 0), Math.min(end - at, sizes[target] ?? 0));
        }
      }
    },

    extentOf: (target: number): Extent =>
      whole.has(target) ? 'whole' : parts.has(target) ? 'partial' : 'none',

    /** Indexes of the files held whole, and of those held in part. */
    held: (): { whole: number[]; partial: number[] } => ({
      whole: [...whole].sort((a, b) => a - b),
      partial: [...parts.keys()].sort((a, b) => a - b),
    }),
  };
}

export type Holding = ReturnType<typeof holding>;

/** Whether a bitmap of a record (see delivery/sent-files.ts) has the bit of a file. */
export const hasBit = (bits: Uint8Array, index: number): boolean =>
  ((bits[index >> 3] ?? 0) & (1 << (index & 7))) !== 0;
