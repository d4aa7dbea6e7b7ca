import { useCallback, useEffect, useState } from 'react';
import { CallError } from '../../api/call.ts';
import { failureWords } from '../../api/failure-words.ts';

export interface Loaded<Data> {
  /** Kept while newer data is loading. */
  data: Data | undefined;
  /** Error message; set when the last attempt failed. */
  error: string | undefined;
  busy: boolean;
  reload(): void;
  /** Sets data returned by another call. */
  set(data: Data): void;
}

/**
 * Loads the data of a page's region.
 * @param load must be stable (a constant, or from useCallback): a new one reloads
 */
export function useLoaded<Data>(load: (signal: AbortSignal) => Promise<Data>): Loaded<Data> {
  const [data, set] = useState<Data>();
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(true);
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round loads again
  useEffect(() => {
    const leaving = new AbortController();
    setBusy(true);
    load(leaving.signal)
      .then(
        (loaded) => {
          if (leaving.signal.aborted) return;
          set(() => loaded);
          setError(undefined);
        },
        (failure: unknown) => {
          if (leaving.signal.aborted) return;
          setError(failure instanceof CallError ? failureWords(failure) : String(failure));
        },
      )
      .finally(() => {
        if (!leaving.signal.aborted) setBusy(false);
      });
    return () => leaving.abort();
  }, [load, round]);

  const reload = useCallback(() => setRound((now) => now + 1), []);
  return { data, error, busy, reload, set };
}
