import type { UserStatus } from '../../../contract/session.ts';
import { Numbers } from './columns.ts';
import { type Compare, type Found, type Matches, matchesOf, Order } from './order.ts';

/** What a user is found, sorted and counted by. */
export interface UserRow {
  id: string;
  email: string;
  first_name: string;
  family_name: string;
  affiliation: string;
  status: UserStatus;
  created_at: number;
  applied_at: number | null;
  reviewed_at: number | null;
  approved_until: number | null;
}

/** Times in ms, `from` inclusive, `to` exclusive. */
export interface UserFilters {
  /** As they are at `now`: an approval whose end has passed counts as expired, and no longer as approved. */
  status?: UserStatus[] | undefined;
  now: number;
  /** Each word must stand in a name, the e-mail address or the affiliation. */
  keyword?: string | undefined;
  from?: number | undefined;
  to?: number | undefined;
}

export type UserSort = 'created_at' | 'applied_at' | 'reviewed_at' | 'email' | 'family_name';

export interface UsersPage {
  filters: UserFilters;
  sort: UserSort;
  descending: boolean;
  offset: number;
  size: number;
}

/** Per status at one moment, and per day from `from` on. */
export interface UserCounts {
  byStatus: Partial<Record<UserStatus, number>>;
  registered: number[];
}

/** By their numbers here. (The contract's own list would bring zod into the thread.) */
const userStatuses = [
  'pending',
  'approved',
  'rejected',
  'needs_info',
  'suspended',
  'expired',
] as const satisfies UserStatus[];
const APPROVED = userStatuses.indexOf('approved');
const EXPIRED = userStatuses.indexOf('expired');
const DAY = 86_400_000;
const NEVER = Number.POSITIVE_INFINITY;
/** Null is the least. */
const LEAST = Number.NEGATIVE_INFINITY;

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const compareTimes = (a: number, b: number): number => (a === b ? 0 : a - b);

/** All users by what the back office asks of them, in memory: about 500 bytes each. */
export class UsersList {
  readonly #ids: string[] = [];
  readonly #emails: string[] = [];
  readonly #familyNames: string[] = [];
  /** In lower case: names, address and affiliation, NUL between them. */
  readonly #searched: string[] = [];
  readonly #statuses = new Numbers(new Uint8Array(0));
  readonly #created = new Numbers(new Float64Array(0));
  readonly #applied = new Numbers(new Float64Array(0));
  readonly #reviewed = new Numbers(new Float64Array(0));
  readonly #until = new Numbers(new Float64Array(0));
  readonly #places = new Map<string, number>();
  readonly #free: number[] = [];
  readonly #orders: Record<UserSort, Order>;
  #bulk = false;
  /** Rises whenever a row comes, changes or goes. */
  #version = 0;
  /** Whom the keyword finds, kept for the next page: to look for it is most of the work. */
  #found: { words: string; version: number; flags: Uint8Array } | undefined;
  /** Kept for the next page: from the moment it was found to the next end of an approval. */
  #last: { asked: string; version: number; from: number; to: number; matches: Matches } | undefined;

  constructor() {
    const byText = (column: string[]) => this.#order((a, b) => compareText(column[a] ?? '', column[b] ?? ''));
    const byTime = (column: Numbers<Float64Array>) =>
      this.#order((a, b) => compareTimes(column.at(a), column.at(b)));
    this.#orders = {
      created_at: byTime(this.#created),
      applied_at: byTime(this.#applied),
      reviewed_at: byTime(this.#reviewed),
      email: byText(this.#emails),
      family_name: byText(this.#familyNames),
    };
  }

  /** For many rows at a time: the orders are made once, after the last. */
  begin(): void {
    this.#bulk = true;
  }

  end(): void {
    this.#bulk = false;
    this.#version += 1;
    for (const order of Object.values(this.#orders)) order.rebuild(this.#places.values(), this.#places.size);
  }

  put(row: UserRow): void {
    this.#version += 1;
    const known = this.#places.get(row.id);
    const place = known ?? this.#free.pop() ?? this.#ids.length;
    const moving = this.#bulk ? [] : this.#movedBy(row, known);
    if (known !== undefined) for (const order of moving) order.remove(place);
    this.#ids[place] = row.id;
    this.#emails[place] = row.email;
    this.#familyNames[place] = row.family_name;
    this.#searched[place] = [row.first_name, row.family_name, row.email, row.affiliation]
      .join('\0')
      .toLowerCase();
    this.#statuses.set(place, userStatuses.indexOf(row.status));
    this.#created.set(place, row.created_at);
    this.#applied.set(place, row.applied_at ?? LEAST);
    this.#reviewed.set(place, row.reviewed_at ?? LEAST);
    this.#until.set(place, row.approved_until ?? NEVER);
    this.#places.set(row.id, place);
    for (const order of moving) order.add(place);
  }

  remove(id: string): void {
    const place = this.#places.get(id);
    if (place === undefined) return;
    this.#version += 1;
    if (!this.#bulk) for (const order of Object.values(this.#orders)) order.remove(place);
    // Matches no span of time, and is forgotten.
    this.#created.set(place, Number.NaN);
    for (const column of [this.#ids, this.#emails, this.#familyNames, this.#searched]) column[place] = '';
    this.#places.delete(id);
    this.#free.push(place);
  }

  page({ filters, sort, descending, offset, size }: UsersPage): Found {
    const matches = this.#matches(filters);
    const places = this.#orders[sort].page(matches, { offset, size, descending });
    return {
      ids: places.map((place) => this.#ids[place] ?? ''),
      count: matches?.count ?? this.#places.size,
    };
  }

  /** @param from the first moment of a UTC day; `to` likewise, exclusive */
  counts(from: number, to: number, now: number): UserCounts {
    const registered = new Array<number>((to - from) / DAY).fill(0);
    const byStatus: UserCounts['byStatus'] = {};
    for (const place of this.#places.values()) {
      const status = userStatuses[this.#statusAt(place, now)];
      if (status) byStatus[status] = (byStatus[status] ?? 0) + 1;
      const day = Math.floor((this.#created.at(place) - from) / DAY);
      if (day >= 0 && day < registered.length) registered[day] = (registered[day] ?? 0) + 1;
    }
    return { byStatus, registered };
  }

  #order(compare: Compare): Order {
    const ids = this.#ids;
    return new Order((a, b) => compare(a, b) || compareText(ids[a] ?? '', ids[b] ?? ''));
  }

  /** The orders in which a row will stand elsewhere. */
  #movedBy(row: UserRow, known: number | undefined): Order[] {
    const orders = this.#orders;
    if (known === undefined) return Object.values(orders);
    const moved: Record<UserSort, boolean> = {
      created_at: this.#created.at(known) !== row.created_at,
      applied_at: this.#applied.at(known) !== (row.applied_at ?? LEAST),
      reviewed_at: this.#reviewed.at(known) !== (row.reviewed_at ?? LEAST),
      email: this.#emails[known] !== row.email,
      family_name: this.#familyNames[known] !== row.family_name,
    };
    return (Object.keys(moved) as UserSort[]).filter((sort) => moved[sort]).map((sort) => orders[sort]);
  }

  #statusAt(place: number, now: number): number {
    const status = this.#statuses.at(place);
    return status === APPROVED && this.#until.at(place) <= now ? EXPIRED : status;
  }

  /** Undefined: every user does. */
  #matches({ now, ...filters }: UserFilters): Matches | undefined {
    const { status, keyword, from, to } = filters;
    const words = (keyword?.toLowerCase() ?? '').split(/\s+/).filter(Boolean);
    if (!status && words.length === 0 && from === undefined && to === undefined) return undefined;
    const [asked, version] = [JSON.stringify(filters), this.#version];
    const last = this.#last;
    if (last?.asked === asked && last.version === version && last.from <= now && now < last.to)
      return last.matches;
    const matches = this.#find(filters, words, now);
    this.#last = { asked, version, from: now, to: this.#nextEnd(now), matches };
    return matches;
  }

  #find({ status, from, to }: Omit<UserFilters, 'now'>, words: string[], now: number): Matches {
    const low = from ?? Number.NEGATIVE_INFINITY;
    const high = to ?? Number.POSITIVE_INFINITY;
    const wanted = userStatuses.map((one) => status === undefined || status.includes(one));
    const created = this.#created.array;
    const held = words.length > 0 ? this.#holding(words) : undefined;
    return matchesOf(
      this.#ids.length,
      (place) =>
        (created[place] as number) >= low &&
        (created[place] as number) < high &&
        wanted[this.#statusAt(place, now)] === true &&
        (!held || held[place] === 1),
    );
  }

  /** When the next approval ends: until then nobody's status changes without a change of their row. */
  #nextEnd(now: number): number {
    const ends = this.#until.array;
    let next = NEVER;
    for (let place = 0; place < this.#ids.length; place++) {
      const end = ends[place] as number;
      if (end > now && end < next) next = end;
    }
    return next;
  }

  /** A 1 at the place of each user in whom all words stand. */
  #holding(words: string[]): Uint8Array {
    const asked = words.join(' ');
    if (this.#found?.words !== asked || this.#found.version !== this.#version) {
      const searched = this.#searched;
      const holds = (place: number) => words.every((word) => (searched[place] as string).includes(word));
      const { flags } = matchesOf(searched.length, holds);
      this.#found = { words: asked, version: this.#version, flags };
    }
    return this.#found.flags;
  }
}
