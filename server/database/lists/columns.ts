/** A column of numbers that grows: a place is set, or read, by its number. */
export class Numbers<A extends Float64Array | Uint32Array | Uint8Array> {
  array: A;

  constructor(empty: A) {
    this.array = empty;
  }

  at(place: number): number {
    return this.array[place] as number;
  }

  set(place: number, value: number): void {
    if (place >= this.array.length) {
      const Kind = this.array.constructor as new (length: number) => A;
      const larger = new Kind(Math.max(1_024, Math.ceil(place * 1.5)));
      larger.set(this.array);
      this.array = larger;
    }
    this.array[place] = value;
  }
}

/** Values that many rows share, each kept once for as long as a row has it. */
export class Shared<Value> {
  readonly #numbers = new Map<string, number>();
  readonly #keys: (string | undefined)[] = [];
  readonly #used: number[] = [];
  readonly #free: number[] = [];
  /** Rises whenever a value comes or goes. */
  version = 0;
  /** By number; undefined where no row has one. */
  readonly values: (Value | undefined)[] = [];

  /** The number of a value, of which one more row has it. */
  take(key: string, value: () => Value): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) {
      this.#used[known] = (this.#used[known] ?? 0) + 1;
      return known;
    }
    const number = this.#free.pop() ?? this.values.length;
    this.version += 1;
    this.values[number] = value();
    this.#keys[number] = key;
    this.#used[number] = 1;
    this.#numbers.set(key, number);
    return number;
  }

  /** One row fewer has it. A person who is forgotten is forgotten here, too. */
  letGo(number: number): void {
    const left = (this.#used[number] ?? 0) - 1;
    this.#used[number] = left;
    if (left > 0) return;
    this.version += 1;
    this.#numbers.delete(this.#keys[number] ?? '');
    this.#keys[number] = undefined;
    this.values[number] = undefined;
    this.#free.push(number);
  }

  numberOf(key: string): number | undefined {
    return this.#numbers.get(key);
  }

  /** For each number 1 where the value is wanted, else 0. */
  flags(wanted: (value: Value) => boolean): Uint8Array {
    return Uint8Array.from(this.values, (value) => (value !== undefined && wanted(value) ? 1 : 0));
  }
}
