import { type Query, QueryObserver } from '@tanstack/react-query';
import { adminInfoQuery } from '../access/use-allowed.ts';
import { queryClient } from '../query-client.ts';
import { isOpen } from './tab-store.ts';

const cache = queryClient.getQueryCache();

/** Which screen each reader of the cache belongs to, and what each screen has read. */
const homeOf = new WeakMap<object, string>();
const readBy = new Map<string, Set<string>>();
/** What is held for a hidden tab, by path and query, and how to let go of it. */
const held = new Map<string, () => void>();
const holders = new WeakSet<object>();

/** Without the tab bar no screen is kept, and the cache does as it always did. */
let keeping = true;
export function keepData(wanted: boolean): void {
  keeping = wanted;
}

/** Who is signed in belongs to no screen. */
const whoIsIn = JSON.stringify(adminInfoQuery.queryKey);

/** Keeps a hidden tab's data, asking for nothing: however soon its screen would have let the cache drop it. */
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
 * Ties the cache to the tabs, for as long as the back office is there: a hidden screen reads nothing, yet what it
 * shows must be there when it comes back; what a closed one has read goes with it. Gives back what ends that.
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
    // Gone while its screen is shown: another page of a list, a closed drawer. Otherwise the screen was hidden.
    const home = homeOf.get(event.observer);
    if (!keeping || home === undefined || home === here) return;
    if (isOpen(home)) hold(home, query);
    else queueMicrotask(() => dropUnread(query));
  });
}

/** What a closed screen has read is forgotten, but for what another one shows or holds. */
export function forgetQueries(path: string): void {
  for (const query of takeRead(path)) dropUnread(query);
}

/** Before a screen is drawn anew: all of it is asked for again, as if it never had been there. */
export function forgetShownQueries(path: string): void {
  for (const query of takeRead(path)) cache.remove(query);
}

function takeRead(path: string): Query[] {
  const hashes = [...(readBy.get(path) ?? [])];
  readBy.delete(path);
  for (const hash of hashes) release(path, hash);
  return hashes.map((hash) => cache.get(hash)).filter((query) => query !== undefined);
}
