import { type Query, QueryObserver } from '@tanstack/react-query';
import { adminInfoQuery } from '../access/use-allowed.ts';
import { queryClient } from '../query-client.ts';
import { isOpen } from './tab-store.ts';

const cache = queryClient.getQueryCache();

/** The screen of each query observer, and the queries of each screen. */
const homeOf = new WeakMap<object, string>();
const readBy = new Map<string, Set<string>>();
/** Queries retained for hidden tabs, by path and query hash, each with its release function. */
const held = new Map<string, () => void>();
const holders = new WeakSet<object>();

/** Without the tab bar no screen is retained, and the cache works as usual. */
let keeping = true;
export function keepData(wanted: boolean): void {
  keeping = wanted;
}

/** The user info belongs to no screen. */
const whoIsIn = JSON.stringify(adminInfoQuery.queryKey);

/** Retains a hidden tab's data without fetching, whatever its garbage collection time. */
function hold(path: string, query: Query): void {
  const key = `${path} ${query.queryHash}`;
  if (held.has(key)) return;
  const observer = new QueryObserver(queryClient, {
    ...query.options,
    queryKey: query.queryKey,
    enabled: false,
  });
  holders.add(observer);
  held.set(
    key,
    observer.subscribe(() => undefined),
  );
}

function release(path: string, hash: string): void {
  const key = `${path} ${hash}`;
  held.get(key)?.();
  held.delete(key);
}

const dropUnread = (query: Query): void => {
  if (query.getObserversCount() === 0) cache.remove(query);
};

/**
 * Ties the query cache to the tabs, while the back office is mounted: a hidden screen has no observers, yet its data
 * must be there when it is shown again; closing a tab removes its data. Returns a function that ends it.
 */
export function tieQueriesToTabs(): () => void {
  return cache.subscribe((event) => {
    const { query } = event;
    if (event.type === 'removed') {
      for (const hashes of readBy.values()) hashes.delete(query.queryHash);
      return;
    }
    if (event.type !== 'observerAdded' && event.type !== 'observerRemoved') return;
    if (holders.has(event.observer) || query.queryHash === whoIsIn) return;
    const here = location.pathname;
    if (event.type === 'observerAdded') {
      homeOf.set(event.observer, here);
      readBy.set(here, (readBy.get(here) ?? new Set()).add(query.queryHash));
      release(here, query.queryHash);
      return;
    }
    // Removed while its screen is shown: another page of a list, a closed drawer. Otherwise the screen was hidden.
    const home = homeOf.get(event.observer);
    if (!keeping || home === undefined || home === here) return;
    if (isOpen(home)) hold(home, query);
    else queueMicrotask(() => dropUnread(query));
  });
}

/** Removes a closed screen's queries, except those that another one observes or retains. */
export function forgetQueries(path: string): void {
  for (const query of takeRead(path)) dropUnread(query);
}

/** Before a screen is remounted: resets its queries, so that all are fetched again. */
export function forgetShownQueries(path: string): void {
  for (const query of takeRead(path)) cache.remove(query);
}

function takeRead(path: string): Query[] {
  const hashes = [...(readBy.get(path) ?? [])];
  readBy.delete(path);
  for (const hash of hashes) release(path, hash);
  return hashes.map((hash) => cache.get(hash)).filter((query) => query !== undefined);
}
