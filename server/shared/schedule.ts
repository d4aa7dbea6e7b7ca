/**
 * Does something again and again, one round at a time; does not keep the process alive.
 * @param work one round; its errors are told and do not stop the next round
 * @param every ms between the beginnings of rounds
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
    /** A whole round from now, also when one is under way already. */
    async now(): Promise<void> {
      await running?.catch(() => {});
      if (!stopped) await round();
    },
    /** No further round begins; done when the last one is. */
    async stop(): Promise<void> {
      stopped = true;
      clearInterval(timer);
      await running?.catch(onError);
    },
  };
}
