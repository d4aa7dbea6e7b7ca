/** Keys kept in memory; beyond it those whose last failure is oldest are evicted. */
const MOST_KEYS = 20_000;

/** ms by which a failure may be ahead: servers' clocks differ. */
const AHEAD = 60_000;

/**
 * Whether a failure still counts. One that is far ahead was written by a clock that was set back since, and would count
 * until that time comes.
 * @param window in ms
 */
export const isRecent = (at: number, window: number, now: number): boolean =>
  at > now - window && at <= now + AHEAD;

interface Entry {
  /** Times of failures, oldest first. */
  failures: number[];
  /** Attempts in progress, any of which may still fail. */
  running: number;
  waiting: (() => void)[];
}

/**
 * A sliding-window limit on failures per key. Attempts that could exceed it if all failed are serialised, so that
 * parallel attempts get no more failures, and none that would succeed is refused. Kept in memory, each server's own: a
 * restart forgets at most one window.
 * @param window in ms
 */
export function slidingLimiter(window: number, most: number, now: () => number) {
  const entries = new Map<string, Entry>();

  const recent = (key: string): number[] =>
    (entries.get(key)?.failures ?? []).filter((at) => isRecent(at, window, now()));

  function entryOf(key: string): Entry {
    const known = entries.get(key);
    if (known) return known;
    if (entries.size >= MOST_KEYS) forgetSome();
    const entry = { failures: [], running: 0, waiting: [] };
    entries.set(key, entry);
    return entry;
  }

  /** Evicts a tenth: first the keys without failures in the window, then the oldest (the map's insertion order). */
  function forgetSome(): void {
    const idle = [...entries].filter(([, { running, waiting }]) => running === 0 && waiting.length === 0);
    for (const [key] of idle) if (recent(key).length === 0) entries.delete(key);
    for (const [key] of idle) {
      if (entries.size <= MOST_KEYS * 0.9) return;
      entries.delete(key);
    }
  }

  function learn(key: string, failures: readonly number[]): void {
    // Told of two failures in another order than they were counted in.
    if (failures.length < recent(key).length) return;
    const entry = entryOf(key);
    entry.failures = [...failures];
    entries.delete(key);
    entries.set(key, entry);
  }

  function add(key: string): void {
    learn(key, [...recent(key), now()]);
  }

  return {
    /** Counts a failure of an attempt that goes on. */
    add,

    /** The key's failures as another place counts them, if they are no fewer than those known here. */
    learn,

    /** Seconds until one more failure is allowed. */
    wait: (key: string): number => Math.max(1, ((recent(key).at(-most) ?? now()) + window - now()) / 1000),

    /** Begins an attempt; false at the limit. Each successful call must be followed by `leave`. */
    async enter(key: string): Promise<boolean> {
      for (;;) {
        const failed = recent(key).length;
        if (failed >= most) return false;
        const entry = entryOf(key);
        if (failed + entry.running < most) {
          entry.running++;
          return true;
        }
        await new Promise<void>((resolve) => entry.waiting.push(resolve));
      }
    },

    leave(key: string, failed: boolean): void {
      const entry = entryOf(key);
      entry.running--;
      if (failed) add(key);
      for (const wake of entry.waiting.splice(0)) wake();
      if (entry.running === 0 && entry.waiting.length === 0 && recent(key).length === 0) entries.delete(key);
    },
  };
}
