/** Compares the rows at two places; 0 only for a place with itself. */
export type Compare = (a: number, b: number) => number;

/** So few of many more are sorted sooner than the order of all is walked until they are met. */
const FEW = 4_096;
const MANY_MORE = 16;

/** The places of all rows in the order of one sort, ascending; kept while rows come, change and go. */
export class Order {
  readonly #compare: Compare;
  readonly #few = new WeakMap<Matches, Uint32Array>();
  #places: Uint32Array;
  #length = 0;

  constructor(compare: Compare) {
    this.#compare = compare;
    this.#places = new Uint32Array(1_024);
  }

  /** Ascending. */
  get places(): Uint32Array {
    return this.#places.subarray(0, this.#length);
  }

  /** Where a row stands, or would; the number of rows before it. */
  rankOf(compareTo: (place: number) => number): number {
    let low = 0;
    let high = this.#length;
    // Most rows are newer than all others.
    if (high > 0 && compareTo(this.#places[high - 1] as number) > 0) return high;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareTo(this.#places[middle] as number) > 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The row at `place` has all its values. */
  add(place: number): void {
    const rank = this.rankOf((other) => this.#compare(place, other));
    this.#reserve(this.#length + 1);
    this.#places.copyWithin(rank + 1, rank, this.#length);
    this.#places[rank] = place;
    this.#length += 1;
  }

  /** The row at `place` still has the values by which it stands here. */
  remove(place: number): void {
    const rank = this.rankOf((other) => this.#compare(place, other));
    this.#places.copyWithin(rank, rank + 1, this.#length);
    this.#length -= 1;
  }

  /** All rows anew: for many changes at a time. */
  rebuild(places: Iterable<number>, count: number): void {
    this.#length = 0;
    this.#reserve(count);
    for (const place of places) this.#places[this.#length++] = place;
    this.places.sort(this.#compare);
  }

  /** @param matches undefined: all do */
  page(matches: Matches | undefined, page: Paging): number[] {
    return matches && matches.count <= Math.min(FEW, this.#length / MANY_MORE)
      ? pageOf(this.#sorted(matches), undefined, page)
      : pageOf(this.places, matches, page);
  }

  /** Ascending. Kept as long as the matches are, for the next page. */
  #sorted(matches: Matches): Uint32Array {
    const known = this.#few.get(matches);
    if (known) return known;
    const places = new Uint32Array(matches.count);
    let place = -1;
    for (let n = 0; n < places.length; n++) {
      place = matches.flags.indexOf(1, place + 1);
      places[n] = place;
    }
    places.sort(this.#compare);
    this.#few.set(matches, places);
    return places;
  }

  #reserve(count: number): void {
    if (count <= this.#places.length) return;
    const larger = new Uint32Array(Math.ceil(count * 1.5));
    larger.set(this.#places);
    this.#places = larger;
  }
}

/** A page of what matches, and how much matches. */
export interface Found {
  ids: string[];
  count: number;
}

/** The rows of a page in the order of a sort. */
export interface Paging {
  offset: number;
  size: number;
  descending: boolean;
}

/** What matches: a 1 at the place of each row that does. */
export interface Matches {
  flags: Uint8Array;
  count: number;
}

/** Asks about every place in turn, which is much faster than in the order of a sort. */
export function matchesOf(length: number, matches: (place: number) => boolean): Matches {
  const flags = new Uint8Array(length);
  let count = 0;
  for (let place = 0; place < length; place++) {
    if (!matches(place)) continue;
    flags[place] = 1;
    count += 1;
  }
  return { flags, count };
}

/**
 * The places of a page, walking from the nearer end of an order.
 * @param matches undefined: all do
 */
export function pageOf(
  places: Uint32Array,
  matches: Matches | undefined,
  { offset, size, descending }: Paging,
): number[] {
  const count = matches?.count ?? places.length;
  const length = Math.min(size, count - offset);
  if (length <= 0) return [];
  const fromEnd = offset > count / 2;
  const backwards = fromEnd !== descending;
  const last = places.length - 1;
  const wanted: number[] = [];
  let skip = fromEnd ? count - offset - length : offset;
  let n = 0;
  if (!matches) [n, skip] = [skip, 0];
  for (; n <= last && wanted.length < length; n++) {
    const place = places[backwards ? last - n : n] as number;
    if (matches && matches.flags[place] !== 1) continue;
    if (skip > 0) skip -= 1;
    else wanted.push(place);
  }
  return fromEnd ? wanted.reverse() : wanted;
}
