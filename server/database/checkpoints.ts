import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Pair } from './sqlite-dialect.ts';

/** Rows changed after which the write-ahead log is brought into the database file. */
const CHANGES = 1_000;

/** Pages of the log, 64 MiB, at which the writer would do it itself, and hold the event loop: a bound for safety. */
export const MOST_PAGES = 16_384;

/**
 * Brings the write-ahead log into the database file from a thread of its own: its waits for the disk would hold the
 * event loop within whichever commit crosses SQLite's threshold (docs/decisions/0017).
 * @returns what the pair calls after commits and before it is closed; a failure is only told
 */
export function checkpoints(
  file: string,
  { writer, takeTurn }: Pair,
  onError: (error: Error) => void,
): Pick<Pair, 'onCommit' | 'beforeClose'> {
  writer.pragma(`wal_autocheckpoint = ${MOST_PAGES}`);
  const changes = writer.prepare<[], number>('select total_changes()').pluck();
  let last = 0;
  let running: Promise<void> | undefined;

  async function checkpoint(): Promise<void> {
    const worker = new Worker(new URL('./checkpoint.worker.ts', import.meta.url), { workerData: file });
    const broken = once(worker, 'exit').then(() => {
      throw new Error('the thread that brings the log into the database file has ended');
    });
    broken.catch(() => {});
    const run = async (): Promise<void> => {
      worker.postMessage(undefined);
      await Promise.race([once(worker, 'message'), broken]);
    };
    try {
      await run();
      // The log begins anew only when the file has all of it, also what was written meanwhile: little, so nobody waits
      // long for a turn to write, and the event loop does not wait at all.
      const giveBack = await takeTurn();
      try {
        await run();
      } finally {
        giveBack();
      }
    } finally {
      await worker.terminate();
    }
  }

  return {
    onCommit() {
      if (running) return;
      const now = changes.get() ?? 0;
      if (now - last < CHANGES) return;
      last = now;
      running = checkpoint()
        .catch((error: unknown) => onError(error instanceof Error ? error : new Error(String(error))))
        .finally(() => {
          running = undefined;
        });
    },
    beforeClose: async () => running,
  };
}
