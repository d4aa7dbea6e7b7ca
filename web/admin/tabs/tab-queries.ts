import { type Query, QueryObserver } from '@tanstack/react-query';
import { adminInfoQuery } from '../access/use-allowed.ts';
import { queryClient } from '../query-client.ts';
import { isOpen } from './tab-store.ts';

const cache = queryClient.getQueryCache();

/** The screen of each query observer, and the queries of each screen. */
const screenOf = new WeakMap<object, string>();
const queriesOf = new Map<string, Set<string>>();
/** Queries retained for hidden tabs, by path and query hash, each with its release function. */
const retained = new Map<string, () => void>();
const retainers = new WeakSet<object>();

/** Without the tab bar no screen is retained, and the cache works as usual. */
let retaining = true;
export function keepData(wanted: boolean): void {
  retaining = wanted;
}

/** The user info belongs to no screen. */
const userInfoHash = JSON.stringify(adminInfoQuery.queryKey);

/** Retains a hidden tab's data without fetching, whatever its garbage collection time. */
function retain(path: string, query: Query): void {
  const key = `${path} ${query.queryHash}`;
  if (retained.has(key)) return;
  const observer = new QueryObserver(queryClient, {
    ...query.options,
    queryKey: query.queryKey,
    enabled: false,
  });
  retainers.add(observer);
  retained.set(
    key,
    observer.subscribe(() => undefined),
  );
}

function release(path: string, hash: string): void {
  const key = `${path} ${hash}`;
  retained.get(key)?.();
  retained.delete(key);
}

const removeUnobserved = (query: Query): void => {
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
      for (const hashes of queriesOf.values()) hashes.delete(query.queryHash);
      return;
    }
    if (event.type !== 'observerAdded' && event.type !== 'observerRemoved') return;
    if (retainers.has(event.observer) || query.queryHash === userInfoHash) return;
    const here = location.pathname;
    if (event.type === 'observerAdded') {
      screenOf.set(event.observer, here);
      queriesOf.set(here, (queriesOf.get(here) ?? new Set()).add(query.queryHash));
      release(here, query.queryHash);
      return;
    }
    // Removed while its screen is shown: another page of a list, a closed drawer. Otherwise the screen was hidden.
    const screen = screenOf.get(event.observer);
    if (!retaining || screen === undefined || screen === here) return;
    if (isOpen(screen)) retain(screen, query);
    else queueMicrotask(() => removeUnobserved(query));
  });
}

/** Removes a closed screen's queries, except those that another one observes or retains. */
export function forgetQueries(path: string): void {
  for (const query of takeQueries(path)) removeUnobserved(query);
}

/** Before a screen is remounted: resets its queries, so that all are fetched again. */
export function forgetShownQueries(path: string): void {
  for (const query of takeQueries(path)) cache.remove(query);
}

function takeQueries(path: string): Query[] {
  const hashes = [...(queriesOf.get(path) ?? [])];
  queriesOf.delete(path);
  for (const hash of hashes) release(path, hash);
  return hashes.map((hash) => cache.get(hash)).filter((query) => query !== undefined);
}
