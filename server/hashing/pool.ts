import { on } from 'node:events';
import { availableParallelism } from 'node:os';
import { MessageChannel } from 'node:worker_threads';
import { taskFile, workerPool } from '../workers/index.ts';
import type { Digested, FileOrder, Hashed, HashedFile, PieceOrder, Progress, Stop } from './messages.ts';
import { type Pieces, pieceSender } from './pieces.ts';

export type { Digested, Hashed, HashedFile } from './messages.ts';

interface Options {
  signal?: AbortSignal | undefined;
  /** Called with the bytes hashed so far. */
  onProgress?: ((bytes: number) => void) | undefined;
}

interface FileOptions extends Options {
  /** Expected bytes of the file; small files are batched into one task. */
  size?: number;
}

interface Asked {
  order: FileOrder;
  resolve: (hashed: HashedFile) => void;
  reject: (error: unknown) => void;
}

/** Queue depth of a thread, so that it does not idle between small files. */
const QUEUE_DEPTH = 32;
/** Bytes up to which a file counts as small. */
const SMALL = 1024 * 1024;
/** Small files per task: waking the other thread costs the main thread more than the rest of a small file. */
const SMALL_PER_TASK = 8;

const hashing = taskFile<typeof import('./hash.task.ts')>(new URL('./hash.task.ts', import.meta.url));

const newStop = (): Stop => new Int32Array(new SharedArrayBuffer(4));
const never = newStop();
const stops = new WeakMap<AbortSignal, Stop>();

/** The shared cancellation flag of a signal: cancelling ends the signal's tasks, not a thread that also runs others. */
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

/** Leaves one core to the main thread. */
export const defaultThreads = (): number => Math.max(1, availableParallelism() - 1);

/** Hashes in worker threads, so that no request waits for it. */
export function hashPool(threads = defaultThreads()) {
  const progress = new Map<number, (bytes: number) => void>();
  const pool = workerPool({
    name: 'hashing',
    threads,
    concurrency: QUEUE_DEPTH,
    onMessage(message) {
      const { task, bytes } = message as Progress;
      progress.get(task)?.(bytes);
    },
  });
  let lastTask = 0;
  let small: Asked[] = [];

  async function send(files: readonly Asked[]): Promise<void> {
    try {
      const found = await pool.run(
        hashing,
        'hashFiles',
        files.map(({ order }) => order),
      );
      for (const [i, one] of found.entries()) {
        if ('failed' in one)
          files[i]?.reject(Object.assign(new Error(one.failed), one.code && { code: one.code }));
        else files[i]?.resolve(one);
      }
    } catch (error) {
      for (const { reject } of files) reject(error);
    }
  }

  function sendSmall(): void {
    const all = small;
    small = [];
    for (let at = 0; at < all.length; at += SMALL_PER_TASK) void send(all.slice(at, at + SMALL_PER_TASK));
  }

  async function file(file: string | number, crc: boolean, { signal, onProgress, size }: FileOptions) {
    signal?.throwIfAborted();
    const task = ++lastTask;
    if (onProgress) progress.set(task, onProgress);
    try {
      return await new Promise<HashedFile>((resolve, reject) => {
        const asked = { order: { task, file, crc, stop: stopOf(signal) }, resolve, reject };
        if (size === undefined || size > SMALL) return void send([asked]);
        // Batches all small files requested in this turn of the event loop.
        if (small.length === 0) setImmediate(sendSmall);
        small.push(asked);
      });
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      progress.delete(task);
    }
  }

  async function digestPieces(
    feed: (pieces: Pieces) => Promise<void>,
    { signal, onProgress }: Options = {},
  ): Promise<Digested> {
    signal?.throwIfAborted();
    const { port1: port, port2 } = new MessageChannel();
    const answers = on(port, 'message', { close: ['close'] });
    const digested = pool.run(hashing, 'digestPieces', { port: port2, stop: stopOf(signal) }, [port2]);
    // Avoids waiting for a reply that never comes; the error is thrown where the result is awaited.
    digested.catch(() => port.close());
    const { pieces, finish } = pieceSender(async (piece, crc, transfer) => {
      signal?.throwIfAborted();
      port.postMessage({ piece, crc } satisfies PieceOrder, transfer);
      const { value } = await answers.next();
      if (!value) await digested;
      return value?.[0];
    }, onProgress);
    try {
      await feed(pieces);
      await finish();
      port.postMessage('end');
      return await digested;
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      port.close();
    }
  }

  return {
    /** Number of running threads. */
    running: pool.running,

    /** What its threads do now. */
    use: pool.use,

    /**
     * Size, SHA-256 and CRC-32 of a local file in one pass.
     * @param path absolute and resolved, or the descriptor of a file that the caller has opened and closes
     * @throws when its path contains a symbolic link (`code` ASTRAY), it is no regular file, changed while it was read,
     * or cannot be read (`code` as of Node's fs)
     */
    hashFile: (path: string | number, options: FileOptions = {}): Promise<HashedFile> =>
      file(path, true, options),

    /** As `hashFile`, without the CRC-32: for verifying a SHA-256. */
    async digestFile(path: string | number, options: FileOptions = {}): Promise<Digested> {
      const { size, sha256 } = await file(path, false, options);
      return { size, sha256 };
    },

    /**
     * Size and SHA-256 of a sequence of pieces, which `feed` adds one by one, and the CRC-32 of the parts for which
     * `feed` requests it. Bytes are copied to the thread; a range of an open file is read there.
     * @throws what `feed` throws
     */
    digestPieces,

    /** As `digestPieces`, with the CRC-32 of the whole sequence. */
    async hashPieces(feed: (add: Pieces['add']) => Promise<void>, options: Options = {}): Promise<Hashed> {
      let crc32 = 0;
      const digested = await digestPieces(async ({ add, crcOf }) => {
        crc32 = await crcOf(() => feed(add));
      }, options);
      return { ...digested, crc32 };
    },

    /** Ends the threads; running tasks are rejected. */
    close: pool.close,
  };
}

export type HashPool = ReturnType<typeof hashPool>;
