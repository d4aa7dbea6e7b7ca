import type { Transferable } from 'node:worker_threads';
import { Piscina } from 'piscina';

/** A thread that has had nothing to do ends after this; ms. */
const IDLE = 10_000;

/** As many tasks as there may be are there already. */
export class PoolFull extends Error {}

interface Options {
  /** For errors. */
  name: string;
  /** At most. */
  threads: number;
  /** Tasks at a time in one thread: those that give way to each other, or the next one, already at hand. */
  concurrency: number;
  /** Tasks that may run and wait, together; no limit when absent. */
  most?: number;
  /** Hears what tasks post to their `parentPort`. */
  onMessage?: (message: unknown) => void;
}

/** A `*.task.ts`: the functions that it exports run in a thread, and take and give what can be cloned. */
export interface TaskFile<Tasks> {
  url: URL;
  /** Only in types. */
  tasks?: Tasks;
}

export const taskFile = <Tasks>(url: URL): TaskFile<Tasks> => ({ url });

/**
 * Threads that begin when they are needed and end when they have rested for a while. Only tasks under way keep the
 * process alive.
 */
export function workerPool({
  name,
  threads,
  concurrency,
  most = Number.POSITIVE_INFINITY,
  onMessage,
}: Options) {
  const pool = new Piscina({
    minThreads: 0,
    maxThreads: threads,
    concurrentTasksPerWorker: concurrency,
    idleTimeout: IDLE,
    recordTiming: false,
    // The thread with the least to do; none while there may be a further one, which is begun then.
    loadBalancer: (_task, workers) => {
      let best = workers[0];
      for (const one of workers) if (best && one.currentUsage < best.currentUsage) best = one;
      if (!best || best.currentUsage >= concurrency) return null;
      return best.currentUsage > 0 && workers.length < threads ? null : best;
    },
  });
  // Of a thread that had no task: nobody misses it, and the next task begins another one.
  pool.on('error', () => {});
  if (onMessage) pool.on('message', onMessage);
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
    /** Threads that there are at the moment. */
    running: (): number => pool.threads.length,

    /**
     * Runs the function `task` of a file in a thread.
     * @throws PoolFull, what the function throws, of which the clone keeps name, message and cause, or when the thread or the pool ends
     */
    async run<Tasks, Name extends keyof Tasks & string>(
      { url }: TaskFile<Tasks>,
      task: Name,
      order: Tasks[Name] extends (order: infer Order) => unknown ? Order : never,
      transfer: readonly Transferable[] = [],
    ): Promise<Tasks[Name] extends (order: never) => infer Result ? Awaited<Result> : never> {
      if (closed) throw ended();
      if (running + waiting.length >= most) throw new PoolFull(`${name} has ${most} tasks already`);
      // Tasks wait here rather than in the library, which leaves its queue alone when its only thread dies.
      if (running < threads * concurrency) running += 1;
      else await new Promise<void>((resume) => waiting.push(resume));
      try {
        if (closed) throw ended();
        // The library's type for it is of another version of Node's types.
        const transferList = [...transfer] as never;
        return await pool.run(order, { filename: url.href, name: task, transferList });
      } catch (error) {
        throw closed ? ended() : error;
      } finally {
        leave();
      }
    },

    /** Ends the threads; what is under way fails. */
    async close(): Promise<void> {
      closed = true;
      await pool.destroy();
    },
  };
}

export type WorkerPool = ReturnType<typeof workerPool>;
