import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';
import type { StandingLists } from './lists.ts';

type Db = Kysely<Tables>;

const standing = new WeakMap<Db, StandingLists>();
const beside = new WeakMap<Db, Db>();

/** Tells the lists of a database, and, of one that would hold the event loop, the same one asked in their thread. */
export function listsAre(db: Db, lists: StandingLists, besideOne?: Db): void {
  standing.set(db, lists);
  if (besideOne) beside.set(db, besideOne);
}

/** The long lists of an open database. */
export function listsOf(db: Db): StandingLists {
  const lists = standing.get(db);
  if (!lists) throw new Error('this database was opened without its lists');
  return lists;
}

/** The same database for reading what may take SQLite long: no request waits for it. Sees all that is committed. */
export const aside = (db: Db): Db => beside.get(db) ?? db;
