import { useRef, useState } from 'react';

/** What is under way for the rows of a list, by their ids. */
export interface Work {
  isBusy(id: string): boolean;
  /**
   * Does something for a row, and nothing while something is done for it already: a double click acts once. Failures
   * are told by §8's toast, where there is nothing more to do about them.
   */
  run(id: string, work: () => Promise<void>): void;
}

/** Guards a row's buttons against a second click while the first one's call is under way. */
export function useWork(): Work {
  // A second click can come before the first has been drawn: the set decides, the state draws.
  const running = useRef(new Set<string>());
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  return {
    isBusy: (id) => busy.has(id),
    run(id, work) {
      if (running.current.has(id)) return;
      running.current.add(id);
      setBusy(new Set(running.current));
      const end = () => {
        running.current.delete(id);
        setBusy(new Set(running.current));
      };
      work().then(end, end);
    },
  };
}
