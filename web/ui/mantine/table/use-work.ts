import { useRef, useState } from 'react';

/** Running operations on rows, by id. */
export interface Work {
  isBusy(id: string): boolean;
  /**
   * Runs an operation on a row, unless one is running already: a double click acts once. Failures are reported by §8's
   * toast.
   * @param failed shows a failure in place, too
   */
  run(id: string, work: () => Promise<void>, failed?: (error: unknown) => void): void;
}

/** Guards a row's buttons against a second click while the first one's call is running. */
export function useWork(): Work {
  // A second click can precede the next render: the ref decides, the state renders.
  const running = useRef(new Set<string>());
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  return {
    isBusy: (id) => busy.has(id),
    run(id, work, failed) {
      if (running.current.has(id)) return;
      running.current.add(id);
      setBusy(new Set(running.current));
      const end = () => {
        running.current.delete(id);
        setBusy(new Set(running.current));
      };
      work().then(end, (error: unknown) => {
        end();
        failed?.(error);
      });
    },
  };
}
