import { useCallback, useEffect, useState } from 'react';
import { CallError } from '../../api/call.ts';
import { failureWords } from '../../api/failure-words.ts';

export interface Loaded<Data> {
  /** Stays while newer data is on its way. */
  data: Data | undefined;
  /** For people; set when the last try failed. */
  error: string | undefined;
  busy: boolean;
  reload(): void;
  /** Puts an answer in that another call has brought. */
  set(data: Data): void;
}

/**
 * What a region of a page shows.
 * @param load must be stable (a constant, or from useCallback): a new one loads anew
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
