import type { DictEntry } from '../../../contract/dictionary-entry.ts';
import type { Db } from '../../database/index.ts';
import type { Route } from '../../http/index.ts';
import { type ChangeCounter, versionedCache } from '../../shared/versioned-cache.ts';
import type { WorkerPool } from '../../workers/index.ts';
import { dictionaryRoutes } from './dictionary.routes.ts';
import { dictionaryService } from './dictionary.service.ts';
import { dictionaryStore } from './dictionary.store.ts';
import { spreadsheet } from './spreadsheet.ts';

interface Dependencies {
  db: Db;
  /** Worker threads that write long spreadsheets. */
  documents: WorkerPool;
  changes: ChangeCounter;
  now: () => number;
}

/**
 * The dictionary calls.
 * @returns the cached entries of a type
 */
export function serveDictionary(
  route: Route,
  { db, documents, changes, now }: Dependencies,
): (dictType: string) => Promise<DictEntry[]> {
  const store = dictionaryStore(db);
  const entries = versionedCache({
    load: (dictType) => store.ofType(dictType),
    version: changes.version,
    now,
    lifetime: 4_000,
    most: 50,
    keep: (found) => found.length > 0,
  });
  const ofType = (dictType: string) => entries.get(dictType);
  dictionaryRoutes(route, {
    service: dictionaryService(store, now),
    store,
    ofType,
    spreadsheet: (list) => spreadsheet(documents, list),
  });
  return ofType;
}
