import { setImmediate as turnOver } from 'node:timers/promises';

/**
 * Gathers what is found while a commit is under way into the next one: results are safe as soon as the disk allows,
 * and tiny ones share a commit.
 */
export function groupCommit<T>(commit: (batch: T[]) => Promise<void>, most: number) {
  let waiting: T[] = [];
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    // What comes in the same turn, as the hashes of small files do, shares the first commit.
    await turnOver();
    while (waiting.length > 0) {
      const batch = waiting.slice(0, most);
      waiting = waiting.slice(most);
      await commit(batch);
    }
  }

  return {
    add(one: T): void {
      waiting.push(one);
      if (running) return;
      running = run().finally(() => {
        running = undefined;
      });
      // Told by `flush`.
      running.catch(() => {});
    },
    /** So many wait that whoever makes more should `flush` first. */
    isFull: (): boolean => waiting.length >= 2 * most,
    /** All that was added is committed. @throws what a commit threw */
    async flush(): Promise<void> {
      while (running) await running;
    },
  };
}
