import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Pair } from './sqlite-dialect.ts';

/** Rows changed after which the write-ahead log is brought into the database file. */
const CHANGES = 1_000;

/** An idle thread ends after this, ms: beginning one costs more than what it does. */
const IDLE = 10_000;

/** Pages of the log, 64 MiB, at which the writer would do it itself, and hold the event loop: a bound for safety. */
export const MOST_PAGES = 16_384;

/**
 * Brings the write-ahead log into the database file from a thread of its own: its waits for the disk would hold the
 * event loop within whichever commit crosses SQLite's threshold (docs/decisions/0017).
 * @returns what the pair calls after commits and before it is closed; a failure is told, a failed fsync ends everything
 */
export function checkpoints(
  file: string,
  pair: Pair,
  onError: (error: Error) => void,
): Pick<Pair, 'onCommit' | 'beforeClose'> {
  const { writer, takeTurn } = pair;
  writer.pragma(`wal_autocheckpoint = ${MOST_PAGES}`);
  const changes = writer.prepare<[], number>('select total_changes()').pluck();
  let last = 0;
  let running: Promise<void> | undefined;
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;

  function begin(): Worker {
    const worker = new Worker(new URL('./checkpoint.worker.ts', import.meta.url), { workerData: file });
    worker.once('exit', () => {
      if (thread === worker) thread = undefined;
    });
    // Told by whoever waits for it: `once` rejects.
    worker.on('error', () => {});
    return worker;
  }

  async function end(): Promise<void> {
    clearTimeout(idle);
    const ending = thread;
    thread = undefined;
    await ending?.terminate();
  }

  async function run(worker: Worker): Promise<void> {
    const over = new AbortController();
    const { signal } = over;
    const broken = once(worker, 'exit', { signal }).then(() => {
      throw new Error('the thread that brings the log into the database file has ended');
    });
    try {
      worker.postMessage(undefined);
      await Promise.race([once(worker, 'message', { signal }), broken]);
    } finally {
      broken.catch(() => {});
      over.abort();
    }
  }

  async function checkpoint(): Promise<void> {
    clearTimeout(idle);
    thread ??= begin();
    const worker = thread;
    worker.ref();
    try {
      await run(worker);
      // The log begins anew only when the file has all of it, also what was written meanwhile: little, so nobody waits
      // long for a turn to write, and the event loop does not wait at all.
      const giveBack = await takeTurn();
      try {
        await run(worker);
      } finally {
        giveBack();
      }
    } finally {
      worker.unref();
      idle = setTimeout(() => void end(), IDLE).unref();
    }
  }

  return {
    onCommit() {
      if (running || pair.failure !== undefined) return;
      const now = changes.get() ?? 0;
      if (now - last < CHANGES) return;
      last = now;
      running = checkpoint()
        .catch((error: unknown) => {
          pair.onWriteError(error);
          onError(error instanceof Error ? error : new Error(String(error)));
        })
        .finally(() => {
          running = undefined;
        });
    },
    async beforeClose() {
      await running;
      await end();
    },
  };
}
