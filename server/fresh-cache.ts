interface Kept<Value> {
  value: Promise<Value>;
  version: number;
  at: number;
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
 * version at which its loading began. Several askers at a time load once.
 */
export function freshCache<Value>({ load, version, now, lifetime, most, keep = () => true }: Options<Value>) {
  const kept = new Map<string, Kept<Value>>();
  return {
    get(key: string): Promise<Value> {
      const found = kept.get(key);
      // An entry from the future is from before the clock was set back.
      const age = found ? now() - found.at : 0;
      if (found && found.version === version() && age >= 0 && age < lifetime) return found.value;
      const entry: Kept<Value> = { value: load(key), version: version(), at: now() };
      kept.delete(key);
      kept.set(key, entry);
      if (kept.size > most) kept.delete(kept.keys().next().value ?? '');
      const drop = () => {
        if (kept.get(key) === entry) kept.delete(key);
      };
      entry.value.then((value) => {
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
