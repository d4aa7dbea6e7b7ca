/** Compares the rows at two places; 0 only for a place with itself. */
export type Compare = (a: number, b: number) => number;

/** So few of many more are sorted sooner than the order of all is walked until they are met. */
const FEW = 4_096;
const MANY_MORE = 16;

/** Places of an order that are counted together. */
const BLOCK = 4_096;
const UNKNOWN = 0xffff;

/** The places of all rows in the order of one sort, ascending; kept while rows come, change and go. */
export class Order {
  readonly #compare: Compare;
  /** Matches belong to one state of the rows: whoever makes them makes new ones after a change. */
  readonly #few = new WeakMap<Matches, Uint32Array>();
  /** How many of each block match, as far as it was counted: a walk passes over known blocks. */
  readonly #tallies = new WeakMap<Matches, Uint16Array>();
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
  page(matches: Matches | undefined, { offset, size, descending }: Paging): number[] {
    const count = matches?.count ?? this.#length;
    const length = Math.min(size, count - offset);
    if (length <= 0) return [];
    const first = descending ? count - offset - length : offset;
    const found = this.#rowsFrom(first, length, matches);
    return descending ? found.reverse() : found;
  }

  /** Ascending: `length` of what matches, after `first` others. */
  #rowsFrom(first: number, length: number, matches: Matches | undefined): number[] {
    if (!matches) return [...this.#places.subarray(first, first + length)];
    if (matches.count <= Math.min(FEW, this.#length / MANY_MORE))
      return [...this.#sorted(matches).subarray(first, first + length)];
    return first > matches.count / 2
      ? this.#walk(matches, matches.count - first - length, length, true).reverse()
      : this.#walk(matches, first, length, false);
  }

  /** `length` of what matches, after `skip` others, from the beginning or backwards from the end. */
  #walk(matches: Matches, skip: number, length: number, backwards: boolean): number[] {
    const { flags } = matches;
    const blocks = Math.ceil(this.#length / BLOCK);
    const wanted: number[] = [];
    for (let n = 0; n < blocks && wanted.length < length; n++) {
      const block = backwards ? blocks - 1 - n : n;
      const places = this.places.subarray(block * BLOCK, (block + 1) * BLOCK);
      const held = this.#held(block, places, matches);
      if (held <= skip) {
        skip -= held;
        continue;
      }
      for (let k = 0; k < places.length && wanted.length < length; k++) {
        const place = places[backwards ? places.length - 1 - k : k] as number;
        if (flags[place] !== 1) continue;
        if (skip > 0) skip -= 1;
        else wanted.push(place);
      }
    }
    return wanted;
  }

  /** How many of a block match. */
  #held(block: number, places: Uint32Array, matches: Matches): number {
    let tally = this.#tallies.get(matches);
    if (!tally) {
      tally = new Uint16Array(Math.ceil(this.#length / BLOCK)).fill(UNKNOWN);
      this.#tallies.set(matches, tally);
    }
    const known = tally[block] as number;
    if (known !== UNKNOWN) return known;
    let held = 0;
    for (let k = 0; k < places.length; k++) held += matches.flags[places[k] as number] as number;
    tally[block] = held;
    return held;
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
