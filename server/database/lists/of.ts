import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';
import type { CsvMaker, StandingLists } from './lists.ts';

type Db = Kysely<Tables>;

const standing = new WeakMap<Db, { lists: StandingLists; csv: CsvMaker }>();
const beside = new WeakMap<Db, Db>();

/** Tells the threads of a database, and, of one that would hold the event loop, the same one asked in the lists'. */
export function listsAre(db: Db, threads: { lists: StandingLists; csv: CsvMaker }, besideOne?: Db): void {
  standing.set(db, threads);
  if (besideOne) beside.set(db, besideOne);
}

function threadsOf(db: Db) {
  const threads = standing.get(db);
  if (!threads) throw new Error('this database was opened without its lists');
  return threads;
}

/** The long lists of an open database. */
export const listsOf = (db: Db): StandingLists => threadsOf(db).lists;

/** What makes CSV of its records. */
export const csvOf = (db: Db): CsvMaker => threadsOf(db).csv;

/** The same database for reading what may take SQLite long: no request waits for it. Sees all that is committed. */
export const aside = (db: Db): Db => beside.get(db) ?? db;
