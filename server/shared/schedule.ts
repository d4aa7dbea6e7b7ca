/**
 * Runs rounds of work periodically, one at a time; does not keep the process alive.
 * @param work one round; its errors are reported and do not stop the next round
 * @param every ms between the starts of rounds
 */
export function periodic(work: () => Promise<void>, every: number, onError: (error: unknown) => void) {
  let running: Promise<void> | undefined;
  let stopped = false;

  function round(): Promise<void> {
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  }

  const timer = setInterval(() => round().catch(onError), every);
  timer.unref();
  return {
    /** Runs a full round now, after one that is already running. */
    async now(): Promise<void> {
      await running?.catch(() => {});
      if (!stopped) await round();
    },
    /** Starts no further round; resolves when the running one has ended. */
    async stop(): Promise<void> {
      stopped = true;
      clearInterval(timer);
      await running?.catch(onError);
    },
  };
}
