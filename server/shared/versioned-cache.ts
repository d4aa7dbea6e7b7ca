import { setImmediate as turnOver } from 'node:timers/promises';

interface Kept<Value> {
  value: Promise<Value>;
  version: number;
  at: number;
  /** Set once it is loaded. */
  settled: { value: Value } | undefined;
  /** When loading began, ms of `performance.now()`. */
  loadingSince: number;
}

interface Options<Value> {
  load: (key: string) => Promise<Value>;
  /** Increases with every change of the loaded data; entries of an older version are invalid. */
  version: () => number;
  now: () => number;
  /** ms that an entry is valid without a change of version: bounds staleness against other servers and counters. */
  lifetime: number;
  /** Most entries; the oldest are evicted first. */
  most: number;
  /** Whether to cache a value: false for the result of an unknown key, for example. */
  keep?: (value: Value) => boolean;
}

/**
 * Caches loaded values until the version changes. An entry belongs to the version at which its loading began, so that
 * this process never serves data older than its own change. Concurrent requests share one load, which begins after the
 * current turn of the event loop.
 */
export function versionedCache<Value>({
  load,
  version,
  now,
  lifetime,
  most,
  keep = () => true,
}: Options<Value>) {
  const kept = new Map<string, Kept<Value>>();
  function isFresh({ at, settled, loadingSince }: Kept<Value>): boolean {
    // A hanging load is not awaited for longer than its value would be valid.
    if (!settled) return performance.now() - loadingSince < lifetime;
    // A negative age: the clock was set back.
    const age = now() - at;
    return age >= 0 && age < lifetime;
  }
  function freshOf(key: string): Kept<Value> | undefined {
    const found = kept.get(key);
    return found && found.version === version() && isFresh(found) ? found : undefined;
  }
  return {
    /** The cached value, if fresh. */
    peek: (key: string): Value | undefined => freshOf(key)?.settled?.value,

    get(key: string): Promise<Value> {
      const found = freshOf(key);
      if (found) return found.value;
      const entry: Kept<Value> = {
        value: turnOver().then(() => load(key)),
        version: version(),
        at: now(),
        settled: undefined,
        loadingSince: performance.now(),
      };
      kept.delete(key);
      kept.set(key, entry);
      if (kept.size > most) kept.delete(kept.keys().next().value ?? '');
      const drop = () => {
        if (kept.get(key) === entry) kept.delete(key);
      };
      entry.value.then((value) => {
        entry.settled = { value };
        if (!keep(value)) drop();
      }, drop);
      return entry.value;
    },
  };
}

/** Counts changes that visitors can see; the version for caches. */
export function changeCounter() {
  let count = 0;
  return {
    version: (): number => count,
    changed(): void {
      count += 1;
    },
  };
}

export type ChangeCounter = ReturnType<typeof changeCounter>;
