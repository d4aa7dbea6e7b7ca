import { setImmediate as turnOver } from 'node:timers/promises';

interface Kept<Value> {
  value: Promise<Value>;
  version: number;
  at: number;
  /** Once it is there. */
  settled: { value: Value } | undefined;
  /** When its loading began, of `performance.now()`. */
  loadingSince: number;
}

interface Options<Value> {
  load: (key: string) => Promise<Value>;
  /** Rises with every change of what is loaded; an older entry is never given again. */
  version: () => number;
  now: () => number;
  /** How long an entry is given while nothing changed, ms: for what another server or a counter changed. */
  lifetime: number;
  /** Entries at most; the oldest go first. */
  most: number;
  /** What is not worth a place, such as the answer for an address that leads nowhere, is given once. */
  keep?: (value: Value) => boolean;
}

/**
 * Keeps what was loaded until it changes. Right after a change of this process at once: an entry belongs to the
 * version at which its loading began. Several askers at a time load once: a load begins when all requests that have
 * arrived by now have asked for it, and whoever comes while it runs waits for it, too.
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
    // One that hangs is not waited for longer than its value would hold.
    if (!settled) return performance.now() - loadingSince < lifetime;
    // An entry from the future is from before the clock was set back.
    const age = now() - at;
    return age >= 0 && age < lifetime;
  }
  function freshOf(key: string): Kept<Value> | undefined {
    const found = kept.get(key);
    return found && found.version === version() && isFresh(found) ? found : undefined;
  }
  return {
    /** What is at hand and fresh. */
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

/** Counts the changes of what visitors see. */
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
