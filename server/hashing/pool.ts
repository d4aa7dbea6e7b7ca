import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Digested, Hashed, HashedFile, Order, Report, Stop } from './messages.ts';
import { type Pieces, pieceSender } from './pieces.ts';

export type { Digested, Hashed, HashedFile } from './messages.ts';

interface Options {
  signal?: AbortSignal | undefined;
  /** Bytes so far. */
  onProgress?: ((bytes: number) => void) | undefined;
}

interface Task {
  onProgress: (bytes: number) => void;
  /** Of the order that waits for its answer. */
  answer: (report: Report) => void;
  fail: (error: Error) => void;
}

interface Thread {
  worker: Worker;
  tasks: Map<number, Task>;
  idle: NodeJS.Timeout | undefined;
  /** To be sent together, at the end of this turn: for a small file a message of its own is a fifth of the work. */
  orders: Order[];
  transfer: ArrayBuffer[];
}

/** Tasks that a worker has at hand, so that it need not wait for the next one between small files. */
const AT_HAND = 32;
/** An idle worker ends after this; ms. */
const IDLE = 10_000;

const nothing = (): void => {};

const newStop = (): Stop => new Int32Array(new SharedArrayBuffer(4));
const never = newStop();
const stops = new WeakMap<AbortSignal, Stop>();

/** What the threads look at, one for all tasks of a signal. */
function stopOf(signal: AbortSignal | undefined): Stop {
  if (!signal) return never;
  const known = stops.get(signal);
  if (known) return known;
  const stop = newStop();
  stops.set(signal, stop);
  const abort = () => Atomics.store(stop, 0, 1);
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  return stop;
}

/** One core is left to the requests. */
export const defaultThreads = (): number => Math.max(1, availableParallelism() - 1);

/**
 * Hashes in worker threads, so that no request waits for it. Workers begin with the first task and end when there has
 * been none for a while; idle ones do not keep the process alive.
 */
export function hashPool(threadCount = defaultThreads()) {
  const threads = new Set<Thread>();
  const queue: (() => void)[] = [];
  let lastTask = 0;
  let closed = false;

  function end(thread: Thread, error: Error): void {
    threads.delete(thread);
    clearTimeout(thread.idle);
    for (const task of thread.tasks.values()) task.fail(error);
    for (const resume of queue.splice(0)) resume();
  }

  function hear(thread: Thread, report: Report): void {
    const task = thread.tasks.get(report.task);
    if (report.is === 'progress') task?.onProgress(report.bytes);
    else if (report.is === 'failed') {
      task?.fail(Object.assign(new Error(report.message), report.code ? { code: report.code } : {}));
    } else task?.answer(report);
  }

  function begin(): Thread {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { name: 'hashing' });
    const thread: Thread = { worker, tasks: new Map(), idle: undefined, orders: [], transfer: [] };
    worker.on('message', (reports: Report[]) => {
      for (const report of reports) hear(thread, report);
    });
    worker.on('error', (error) => end(thread, error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', () => end(thread, new Error('a hashing worker ended')));
    threads.add(thread);
    return thread;
  }

  function post(thread: Thread, order: Order, transfer: ArrayBuffer[] = []): void {
    if (thread.orders.length === 0) {
      setImmediate(() => {
        thread.worker.postMessage(thread.orders, thread.transfer);
        thread.orders = [];
        thread.transfer = [];
      });
    }
    thread.orders.push(order);
    thread.transfer.push(...transfer);
  }

  /** Puts a task into the thread with the least to do, or a further one. */
  async function place(id: number, task: Task): Promise<Thread> {
    for (;;) {
      if (closed) throw new Error('hashing has ended');
      let best: Thread | undefined;
      for (const one of threads) if (!best || one.tasks.size < best.tasks.size) best = one;
      if (!best || (best.tasks.size > 0 && threads.size < threadCount)) best = begin();
      if (best.tasks.size < AT_HAND) {
        clearTimeout(best.idle);
        best.worker.ref();
        best.tasks.set(id, task);
        return best;
      }
      await new Promise<void>((resume) => queue.push(resume));
    }
  }

  function rest(thread: Thread): void {
    // Whoever waits for the end of a thread must not find the process ended first.
    if (!threads.has(thread)) return;
    thread.worker.unref();
    thread.idle = setTimeout(() => {
      threads.delete(thread);
      void thread.worker.terminate();
    }, IDLE).unref();
  }

  type Ask = (order: Order, transfer?: ArrayBuffer[]) => Promise<Report>;

  /** Gives a task its place in a thread for as long as `run` takes. */
  async function task<Result>(
    { signal, onProgress = nothing }: Options,
    run: (id: number, stop: Stop, ask: Ask) => Promise<Result>,
  ): Promise<Result> {
    signal?.throwIfAborted();
    const id = ++lastTask;
    let broken: Error | undefined;
    const fail = (error: Error) => {
      broken = error;
    };
    const made: Task = { onProgress, answer: nothing, fail };
    const thread = await place(id, made);
    try {
      return await run(id, stopOf(signal), (order, transfer) => {
        if (broken) return Promise.reject(broken);
        return new Promise((answer, reject) => {
          made.answer = answer;
          made.fail = (error) => {
            fail(error);
            reject(error);
          };
          post(thread, order, transfer);
        });
      });
    } catch (error) {
      post(thread, { task: id, do: 'drop' });
      signal?.throwIfAborted();
      throw error;
    } finally {
      thread.tasks.delete(id);
      if (thread.tasks.size === 0) rest(thread);
      queue.shift()?.();
    }
  }

  const digestPieces = (feed: (pieces: Pieces) => Promise<void>, options: Options = {}): Promise<Digested> =>
    task(options, async (id, stop, ask) => {
      const { pieces, finish } = pieceSender(async (piece, crc, transfer) => {
        options.signal?.throwIfAborted();
        const report = await ask({ task: id, do: 'add', piece, crc, stop }, transfer);
        if (report.is !== 'added') throw new Error(`unexpected report ${report.is}`);
        options.onProgress?.(report.bytes);
        return report.crc;
      });
      await feed(pieces);
      await finish();
      const { size, sha256 } = hashedOf(await ask({ task: id, do: 'end' }));
      return { size, sha256 };
    });

  return {
    /** Threads that there are at the moment. */
    running: (): number => threads.size,

    /**
     * Size, SHA-256 and CRC-32 of a local file in one pass.
     * @param file a path, absolute and resolved, or the descriptor of a file that the caller has opened and closes
     * @throws when there is a link on the way to it (`code` ASTRAY), it is no regular file, changed while it was read, or cannot be read (`code` as of Node's fs)
     */
    hashFile: (file: string | number, options: Options = {}): Promise<HashedFile> =>
      task(options, async (id, stop, ask) => {
        const found = hashedOf(await ask({ task: id, do: 'file', file, crc: true, stop }));
        const { crc32, mtimeUs } = found;
        if (crc32 === undefined || mtimeUs === undefined) throw new Error('a file’s report is not whole');
        return { ...found, crc32, mtimeUs };
      }),

    /** As `hashFile`, without the CRC-32: for bytes whose SHA-256 is only to be compared. */
    digestFile: (file: string | number, options: Options = {}): Promise<Digested> =>
      task(options, async (id, stop, ask) => {
        const { size, sha256 } = hashedOf(await ask({ task: id, do: 'file', file, crc: false, stop }));
        return { size, sha256 };
      }),

    /**
     * Size and SHA-256 of pieces in a row, which `feed` adds one by one, and the CRC-32 of any part of the row that
     * `feed` wants to know it of. Bytes are copied to the worker; of an open file it reads the range itself.
     * @throws what `feed` throws
     */
    digestPieces,

    /** As `digestPieces`, with the CRC-32 of the whole row. */
    async hashPieces(feed: (add: Pieces['add']) => Promise<void>, options: Options = {}): Promise<Hashed> {
      let crc32 = 0;
      const digested = await digestPieces(async ({ add, crcOf }) => {
        crc32 = await crcOf(() => feed(add));
      }, options);
      return { ...digested, crc32 };
    },

    /** Ends the workers; what they are at fails. */
    async close(): Promise<void> {
      closed = true;
      const all = [...threads];
      for (const thread of all) end(thread, new Error('hashing has ended'));
      await Promise.all(all.map(({ worker }) => worker.terminate()));
    },
  };
}

export type HashPool = ReturnType<typeof hashPool>;

function hashedOf(report: Report): Digested & Partial<HashedFile> {
  if (report.is !== 'hashed') throw new Error(`unexpected report ${report.is}`);
  return report.hashed;
}
