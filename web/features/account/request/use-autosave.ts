import { useEffect, useRef, useState } from 'react';
import { tRequests } from '#texts/requests';
import { CallError } from '../../../api/call.ts';
import { failureWords } from '../../../api/failure-words.ts';

const words = tRequests.draft;

/** ms without a change before the draft is saved. */
const REST = 1_000;

interface Options<Values> {
  values: Values;
  /** Whether they differ from what is saved. */
  dirty: boolean;
  /** Whether it begins with a draft that was saved before. */
  isSaved: boolean;
  save(values: Values): Promise<void>;
}

export interface Autosave {
  /** What became of it, in words; empty before the first draft. */
  note: string;
  /** Whether the last attempt failed. */
  failed: boolean;
  /** Stops saving, and waits for what is on its way: the request itself must not be overtaken by its draft. */
  settle(): Promise<void>;
  /** Goes on after `settle`. */
  resume(): void;
}

/** Saves a draft on the server while it is written, one call at a time. */
export function useAutosave<Values>({ values, dirty, isSaved, save }: Options<Values>): Autosave {
  const [state, setState] = useState<{ note: string; failed: boolean }>({
    note: isSaved ? words.saved : '',
    failed: false,
  });
  const running = useRef<Promise<void>>(Promise.resolve());
  const stopped = useRef(false);
  const latest = useRef({ values, save });
  latest.current = { values, save };
  const text = JSON.stringify(values);

  // biome-ignore lint/correctness/useExhaustiveDependencies: saved when the text has changed
  useEffect(() => {
    if (!dirty || stopped.current) return;
    const timer = setTimeout(() => {
      running.current = running.current.then(async () => {
        if (stopped.current) return;
        setState({ note: words.saving, failed: false });
        try {
          await latest.current.save(latest.current.values);
          setState({ note: words.saved, failed: false });
        } catch (error) {
          const why = error instanceof CallError ? failureWords(error) : '';
          setState({ note: words.notSaved(why), failed: true });
        }
      });
    }, REST);
    return () => clearTimeout(timer);
  }, [text, dirty]);

  return {
    ...state,
    async settle() {
      stopped.current = true;
      await running.current;
    },
    resume() {
      stopped.current = false;
    },
  };
}
