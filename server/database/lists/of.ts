import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';
import type { CsvMaker, StandingLists } from './lists.ts';

type Db = Kysely<Tables>;

const standing = new WeakMap<Db, { lists: StandingLists; csv: CsvMaker }>();

/** Tells the threads of a database. */
export function listsAre(db: Db, threads: { lists: StandingLists; csv: CsvMaker }): void {
  standing.set(db, threads);
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
