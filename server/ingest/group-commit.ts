import { setImmediate as turnOver } from 'node:timers/promises';

/**
 * Gathers what is found while a commit is under way into the next one: results are safe as soon as the disk allows,
 * and tiny ones share a commit.
 */
export function groupCommit<T>(commit: (batch: T[]) => Promise<void>, most: number) {
  let waiting: T[] = [];
  let running: Promise<void> | undefined;
  let failure: { error: unknown } | undefined;

  async function run(): Promise<void> {
    // What comes in the same turn, as the hashes of small files do, shares the first commit.
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
    /** So many wait that whoever makes more should `flush` first. */
    isFull: (): boolean => waiting.length >= 2 * most,
    /** All that was added is committed. @throws what the first failed commit threw, again and again: nothing follows it */
    async flush(): Promise<void> {
      while (running) await running;
      if (failure) throw failure.error;
    },
  };
}
