import { setImmediate as turnOver } from 'node:timers/promises';

/**
 * Group commit: results that arrive during a commit go into the next one, so that each is durable as soon as the disk
 * allows, and small ones share a commit.
 */
export function groupCommit<T>(commit: (batch: T[]) => Promise<void>, most: number) {
  let waiting: T[] = [];
  let running: Promise<void> | undefined;
  let failure: { error: unknown } | undefined;

  async function run(): Promise<void> {
    // Results of the same turn of the event loop, such as small files' hashes, share the first commit.
    await turnOver();
    while (waiting.length > 0 && !failure) {
      const batch = waiting.slice(0, most);
      waiting = waiting.slice(most);
      try {
        await commit(batch);
      } catch (error) {
        failure = { error };
      }
    }
  }

  return {
    add(one: T): void {
      waiting.push(one);
      if (running) return;
      running = run().finally(() => {
        running = undefined;
      });
    },
    /** Back-pressure: when true, the caller should `flush` before adding more. */
    isFull: (): boolean => waiting.length >= 2 * most,
    /**
     * Resolves when everything added is committed.
     * @throws the error of the first failed commit, every time: nothing is committed after it
     */
    async flush(): Promise<void> {
      while (running) await running;
      if (failure) throw failure.error;
    },
  };
}
