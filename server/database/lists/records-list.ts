import { Numbers, Shared } from './columns.ts';
import { Marks } from './marks.ts';
import { type Found, type Matches, Order } from './order.ts';

/** What a record is found, sorted and counted by. */
export interface RecordRow {
  id: string;
  started_at: number;
  bytes_sent: number;
  complete: 0 | 1 | null;
  user_id: string | null;
  user_name: string;
  email: string;
  dataset_id: string;
  dataset_name: string;
  version: string;
  subset_path: string;
}

/** Times in ms, `from` inclusive, `to` exclusive. */
export interface RecordFilters {
  keyword?: string | undefined;
  userId?: string | undefined;
  datasetId?: string | undefined;
  subsetPath?: string | undefined;
  version?: string | undefined;
  from?: number | undefined;
  to?: number | undefined;
  complete?: boolean | undefined;
  /** Ids: these alone, and all but these. */
  only?: readonly string[] | undefined;
  without?: readonly string[] | undefined;
}

export interface RecordsPage {
  filters: RecordFilters;
  sort: 'started_at' | 'bytes_sent';
  descending: boolean;
  offset: number;
  size: number;
}

/** A dataset as it was named when it was downloaded. */
interface Edition {
  datasetId: string;
  name: string;
  version: string;
}

/** Per day from `from` on, and per edition, those with most downloads first. */
export interface Downloads {
  counts: number[];
  bytes: number[];
  top: (Edition & { count: number; bytes: number })[];
}

const DAY = 86_400_000;
const UNKNOWN = 2;
const TOP = 10;

/** All download records by what the back office asks of them, in memory: about 100 bytes each. */
export class RecordsList {
  readonly #ids: string[] = [];
  readonly #started = new Numbers(new Float64Array(0));
  readonly #bytes = new Numbers(new Float64Array(0));
  readonly #complete = new Numbers(new Uint8Array(0));
  readonly #person = new Numbers(new Uint32Array(0));
  readonly #user = new Numbers(new Uint32Array(0));
  readonly #edition = new Numbers(new Uint32Array(0));
  readonly #path = new Numbers(new Uint32Array(0));
  /** In lower case: the name, NUL, the e-mail address. */
  readonly #persons = new Shared<string>();
  readonly #users = new Shared<true>();
  readonly #editions = new Shared<Edition>();
  readonly #paths = new Shared<true>();
  readonly #byStart: Order;
  readonly #byBytes: Order;
  #free: number[] = [];
  #bulk = false;
  #found: { text: string; version: number; flags: Uint8Array } | undefined;
  /** Rises whenever a row comes, changes or goes. */
  #version = 0;
  /** Kept for the next page, and for an export, which asks again and again. */
  #last: { filters: string; version: number; matches: Matches } | undefined;

  constructor() {
    const byId = (a: number, b: number) => {
      const [one = '', other = ''] = [this.#ids[a], this.#ids[b]];
      return one < other ? -1 : one > other ? 1 : 0;
    };
    this.#byStart = new Order((a, b) => this.#started.at(a) - this.#started.at(b) || byId(a, b));
    this.#byBytes = new Order((a, b) => this.#bytes.at(a) - this.#bytes.at(b) || byId(a, b));
  }

  get length(): number {
    return this.#ids.length - this.#free.length;
  }

  /** For many rows at a time, none of them twice: the orders are made once, after the last. */
  begin(): void {
    this.#bulk = true;
  }

  end(): void {
    this.#bulk = false;
    this.#version += 1;
    const { length } = this.#ids;
    const gone = new Set(this.#free);
    const places = () => placesBut(length, gone);
    this.#byStart.rebuild(places(), this.length);
    this.#byBytes.rebuild(places(), this.length);
  }

  put(row: RecordRow): void {
    this.#version += 1;
    const known = this.#placeOf(row);
    if (known === undefined) this.#add(row);
    else this.#change(known, row);
  }

  /** Rare, so it is looked for in all. */
  remove(id: string): void {
    const place = this.#ids.indexOf(id);
    if (place < 0) return;
    this.#version += 1;
    // Always: places are looked up in it.
    this.#byStart.remove(place);
    if (!this.#bulk) this.#byBytes.remove(place);
    this.#letGo(place);
    this.#ids[place] = '';
    this.#free.push(place);
  }

  page({ filters, sort, descending, offset, size }: RecordsPage): Found {
    const order = sort === 'started_at' ? this.#byStart : this.#byBytes;
    const matches = this.#matches(filters);
    const places = order.page(matches, { offset, size, descending });
    return { ids: places.map((place) => this.#ids[place] ?? ''), count: matches?.count ?? this.length };
  }

  /** The newest `size` that match and are older than the record `after`, newest first. */
  before(
    filters: RecordFilters,
    after: { startedAt: number; id: string } | undefined,
    size: number,
  ): string[] {
    const { places } = this.#byStart;
    const flags = this.#matches(filters)?.flags;
    const ids: string[] = [];
    let rank = after ? this.#byStart.rankOf(this.#compareTo(after.startedAt, after.id)) : places.length;
    while (rank > 0 && ids.length < size) {
      rank -= 1;
      const place = places[rank] as number;
      if (!flags || flags[place] === 1) ids.push(this.#ids[place] ?? '');
    }
    return ids;
  }

  /** @param from the first moment of a UTC day; `to` likewise, exclusive */
  downloads(from: number, to: number): Downloads {
    const counts = new Array<number>((to - from) / DAY).fill(0);
    const bytes = [...counts];
    const top = this.#editions.values.map((edition) => ({ edition, count: 0, bytes: 0 }));
    const { places } = this.#byStart;
    for (let rank = this.#byStart.rankOf(this.#compareTo(from, '')); rank < places.length; rank++) {
      const place = places[rank] as number;
      const started = this.#started.at(place);
      if (started >= to) break;
      const sent = this.#bytes.at(place);
      const day = Math.floor((started - from) / DAY);
      counts[day] = (counts[day] ?? 0) + 1;
      bytes[day] = (bytes[day] ?? 0) + sent;
      const one = top[this.#edition.at(place)];
      if (!one) continue;
      one.count += 1;
      one.bytes += sent;
    }
    return { counts, bytes, top: mostWanted(top) };
  }

  /** Undefined: every record does. */
  #matches(filters: RecordFilters): Matches | undefined {
    if (Object.values(filters).every((value) => value === undefined)) return undefined;
    const asked = JSON.stringify(filters);
    if (this.#last?.filters !== asked || this.#last.version !== this.#version)
      this.#last = { filters: asked, version: this.#version, matches: this.#find(filters) };
    return this.#last.matches;
  }

  #find({ keyword, datasetId, version, userId, subsetPath, ...others }: RecordFilters): Matches {
    const { from, to, complete, only, without } = others;
    const spans = from !== undefined || to !== undefined;
    const { length } = this.#ids;
    const places = only ? this.#placesOf(only) : spans ? this.#within(from, to) : undefined;
    const marks = new Marks(length, places, this.#last?.matches.flags);
    if (only && from !== undefined) marks.drop(this.#within(undefined, from));
    if (only && to !== undefined) marks.drop(this.#within(to, undefined));
    const NOBODY = 0xffff_ffff;
    if (complete !== undefined) marks.keep(this.#complete.array, Number(complete));
    if (userId !== undefined) marks.keep(this.#user.array, this.#users.numberOf(userId) ?? NOBODY);
    if (subsetPath !== undefined) marks.keep(this.#path.array, this.#paths.numberOf(subsetPath) ?? NOBODY);
    if (datasetId !== undefined || version !== undefined) {
      const wanted = (edition: Edition): boolean =>
        edition.datasetId === (datasetId ?? edition.datasetId) &&
        edition.version === (version ?? edition.version);
      marks.keepFlagged(this.#edition.array, this.#editions.flags(wanted));
    }
    if (keyword !== undefined)
      marks.keepFlagged(this.#person.array, this.#personsWith(keyword.toLowerCase()));
    if (without?.length) marks.drop(this.#placesOf(without));
    marks.drop(this.#free);
    return marks.matches();
  }

  /** The places of a span of time. */
  #within(from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY): Uint32Array {
    const rankOf = (time: number): number => this.#byStart.rankOf(this.#compareTo(time, ''));
    return this.#byStart.places.subarray(rankOf(from), rankOf(to));
  }

  /** Kept for the next page, and for an export, which asks again and again. */
  #personsWith(text: string): Uint8Array {
    const { version } = this.#persons;
    if (this.#found?.text !== text || this.#found.version !== version) {
      const flags = this.#persons.flags((person) => person.includes(text));
      this.#found = { text, version, flags };
    }
    return this.#found.flags;
  }

  /** Where these ids are. They are of late mostly, and looked for from there. */
  #placesOf(ids: readonly string[]): Uint32Array {
    const found: number[] = [];
    const wanted = new Set(ids);
    const { places } = this.#byStart;
    for (let rank = places.length - 1; rank >= 0 && wanted.size > 0; rank--) {
      const place = places[rank] as number;
      if (wanted.delete(this.#ids[place] ?? '')) found.push(place);
    }
    return Uint32Array.from(found);
  }

  #compareTo(startedAt: number, id: string) {
    return (place: number): number => {
      const other = this.#ids[place] ?? '';
      return startedAt - this.#started.at(place) || (id < other ? -1 : id > other ? 1 : 0);
    };
  }

  #placeOf({ started_at, id }: RecordRow): number | undefined {
    const rank = this.#byStart.rankOf(this.#compareTo(started_at, id));
    const place = this.#byStart.places[rank];
    return place !== undefined && this.#ids[place] === id ? place : undefined;
  }

  #add(row: RecordRow): void {
    // An order still holds the places that became free since it was made.
    const place = (this.#bulk ? undefined : this.#free.pop()) ?? this.#ids.length;
    this.#ids[place] = row.id;
    this.#started.set(place, row.started_at);
    this.#bytes.set(place, row.bytes_sent);
    this.#take(place, row);
    if (this.#bulk) return;
    this.#byStart.add(place);
    this.#byBytes.add(place);
  }

  #change(place: number, row: RecordRow): void {
    const moves = this.#bytes.at(place) !== row.bytes_sent && !this.#bulk;
    if (moves) this.#byBytes.remove(place);
    this.#bytes.set(place, row.bytes_sent);
    if (moves) this.#byBytes.add(place);
    this.#letGo(place);
    this.#take(place, row);
  }

  #take(place: number, row: RecordRow): void {
    const { dataset_id: datasetId, dataset_name: name, version } = row;
    const person = `${row.user_name}\0${row.email}`;
    this.#complete.set(place, row.complete ?? UNKNOWN);
    this.#person.set(
      place,
      this.#persons.take(person, () => person.toLowerCase()),
    );
    // Nobody's id is empty.
    this.#user.set(
      place,
      this.#users.take(row.user_id ?? '', () => true),
    );
    this.#path.set(
      place,
      this.#paths.take(row.subset_path, () => true),
    );
    const edition = { datasetId, name, version };
    this.#edition.set(
      place,
      this.#editions.take(`${datasetId}\0${name}\0${version}`, () => edition),
    );
  }

  #letGo(place: number): void {
    this.#persons.letGo(this.#person.at(place));
    this.#users.letGo(this.#user.at(place));
    this.#paths.letGo(this.#path.at(place));
    this.#editions.letGo(this.#edition.at(place));
  }
}

/** All places but those that are free. One after the other: an array of a million is garbage a moment later. */
function* placesBut(length: number, gone: ReadonlySet<number>): Generator<number> {
  for (let place = 0; place < length; place++) if (!gone.has(place)) yield place;
}

function mostWanted(all: { edition: Edition | undefined; count: number; bytes: number }[]): Downloads['top'] {
  return all
    .filter(({ count }) => count > 0)
    .map(({ edition, count, bytes }) => ({ ...(edition as Edition), count, bytes }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    .slice(0, TOP);
}
