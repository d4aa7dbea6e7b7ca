import type { Matches } from './order.ts';

type Column = Uint8Array | Uint32Array;

/** To look at places one by one takes so many times as long as to go over all. */
const MUCH_MORE = 16;

/**
 * The rows that are left after one filter upon the other. Each goes over one column from end to end, which takes a
 * millisecond for a million rows; to ask every row about all filters takes ten.
 */
export class Marks {
  readonly #flags: Uint8Array;
  /** All that can be left, when they are few. */
  readonly #few: Uint32Array | undefined;

  /**
   * @param places those to begin with; undefined: all `length`
   * @param used flags that nobody needs any more: a megabyte of garbage for each question would have the collector stop
   * the thread again and again
   */
  constructor(length: number, places?: Uint32Array, used?: Uint8Array) {
    this.#flags = used?.length === length ? used : new Uint8Array(length);
    this.#flags.fill(places ? 0 : 1);
    if (places) for (const place of places) this.#flags[place] = 1;
    if (places && places.length * MUCH_MORE < length) this.#few = places;
  }

  /** Keeps rows that have this value. */
  keep(column: Column, value: number): void {
    const flags = this.#flags;
    if (this.#few) {
      for (const place of this.#few) if (column[place] !== value) flags[place] = 0;
      return;
    }
    for (let place = 0; place < flags.length; place++) if (column[place] !== value) flags[place] = 0;
  }

  /** Keeps rows whose value is flagged by 1. */
  keepFlagged(column: Column, flagged: Uint8Array): void {
    const flags = this.#flags;
    if (this.#few) {
      for (const place of this.#few) if (flagged[column[place] as number] !== 1) flags[place] = 0;
      return;
    }
    for (let place = 0; place < flags.length; place++)
      if (flagged[column[place] as number] !== 1) flags[place] = 0;
  }

  /** Drops rows by their places. */
  drop(places: Iterable<number>): void {
    for (const place of places) this.#flags[place] = 0;
  }

  matches(): Matches {
    const flags = this.#flags;
    let count = 0;
    if (this.#few) {
      for (const place of this.#few) count += flags[place] as number;
      return { flags, count };
    }
    for (let place = 0; place < flags.length; place++) count += flags[place] as number;
    return { flags, count };
  }
}
