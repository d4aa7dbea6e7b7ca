import type { Transferable } from 'node:worker_threads';
import { Piscina } from 'piscina';

/** ms after which an idle thread ends. */
const IDLE = 10_000;

/** The queue is full. */
export class PoolFull extends Error {}

interface Options {
  /** For error messages. */
  name: string;
  /** At most. */
  threads: number;
  /** Concurrent tasks per thread: those that yield to each other, or the next one, queued there. */
  concurrency: number;
  /** Running and queued tasks, in all; unlimited when absent. */
  most?: number;
  /** Receives messages that tasks post to their `parentPort`. */
  onMessage?: (message: unknown) => void;
}

/** Threads, and tasks by whether they are sent to one. */
export interface PoolUse {
  threads: number;
  running: number;
  waiting: number;
}

/** A `*.task.ts`: its exported functions run in a worker thread; arguments and results are structured-cloned. */
export interface TaskFile<Tasks> {
  url: URL;
  /** A type only; never set. */
  tasks?: Tasks;
}

export const taskFile = <Tasks>(url: URL): TaskFile<Tasks> => ({ url });

/** A pool of worker threads, started on demand and ended when idle. Only running tasks keep the process alive. */
export function workerPool({
  name,
  threads,
  concurrency,
  most = Number.POSITIVE_INFINITY,
  onMessage,
}: Options) {
  /** A pool of the library's, until no thread of it can start. */
  function begin(): { pool: Piscina; failure?: unknown } {
    const pool = new Piscina({
      minThreads: 0,
      maxThreads: threads,
      concurrentTasksPerWorker: concurrency,
      idleTimeout: IDLE,
      recordTiming: false,
      // The least busy thread; undefined starts another one, while the limit allows.
      loadBalancer: (_task, workers) => {
        let best = workers[0];
        for (const one of workers) if (best && one.currentUsage < best.currentUsage) best = one;
        if (!best || best.currentUsage >= concurrency) return null;
        return best.currentUsage > 0 && workers.length < threads ? null : best;
      },
    });
    const begun: ReturnType<typeof begin> = { pool };
    // From a thread without a task: an idle one, or one that could not start. What the library keeps for a thread that is
    // ready would wait for the next task to start one: it fails with the thread, and is not there for the next one either.
    pool.on('error', (error) => {
      if (pool.threads.length > 0) return;
      begun.failure = error;
      current = begin();
      void pool.destroy();
    });
    if (onMessage) pool.on('message', onMessage);
    return begun;
  }
  let current = begin();
  const waiting: (() => void)[] = [];
  let running = 0;
  let closed = false;
  const ended = () => new Error(`${name} has ended`);

  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  return {
    /** Number of running threads. */
    running: (): number => current.pool.threads.length,

    /** What it does now; a task that a thread has not begun yet counts as running, too. */
    use: (): PoolUse => ({ threads: current.pool.threads.length, running, waiting: waiting.length }),

    /**
     * Runs the function `task` of a file in a thread.
     * @throws PoolFull, the function's error (the clone has its name, message and cause), or when the thread or the
     * pool ends, or no thread can start
     */
    async run<Tasks, Name extends keyof Tasks & string>(
      { url }: TaskFile<Tasks>,
      task: Name,
      order: Tasks[Name] extends (order: infer Order) => unknown ? Order : never,
      transfer: readonly Transferable[] = [],
    ): Promise<Tasks[Name] extends (order: never) => infer Result ? Awaited<Result> : never> {
      if (closed) throw ended();
      if (running + waiting.length >= most) throw new PoolFull(`${name} has ${most} tasks already`);
      // Queued here rather than in the library, which does not resume its queue when its only thread dies.
      if (running < threads * concurrency) running += 1;
      else await new Promise<void>((resume) => waiting.push(resume));
      const begun = current;
      try {
        if (closed) throw ended();
        // The library's type comes from another version of Node's types.
        const transferList = [...transfer] as never;
        return await begun.pool.run(order, { filename: url.href, name: task, transferList });
      } catch (error) {
        throw closed ? ended() : (begun.failure ?? error);
      } finally {
        leave();
      }
    },

    /** Ends the threads; running tasks are rejected. */
    async close(): Promise<void> {
      closed = true;
      await current.pool.destroy();
    },
  };
}

export type WorkerPool = ReturnType<typeof workerPool>;
