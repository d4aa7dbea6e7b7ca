import { on } from 'node:events';
import { availableParallelism } from 'node:os';
import { MessageChannel } from 'node:worker_threads';
import { taskFile, workerPool } from '../workers/index.ts';
import type { Digested, FileOrder, Hashed, HashedFile, PieceOrder, Progress, Stop } from './messages.ts';
import { type Pieces, pieceSender } from './pieces.ts';

export type { Digested, Hashed, HashedFile } from './messages.ts';

interface Options {
  signal?: AbortSignal | undefined;
  /** Bytes so far. */
  onProgress?: ((bytes: number) => void) | undefined;
}

interface FileOptions extends Options {
  /** What the file is expected to have, bytes; small ones go to a thread together. */
  size?: number;
}

interface Asked {
  order: FileOrder;
  resolve: (hashed: HashedFile) => void;
  reject: (error: unknown) => void;
}

/** Tasks that a thread has at hand, so that it need not wait for the next one between small files. */
const AT_HAND = 32;
/** Nothing waits for a file that is larger; bytes. */
const SMALL = 1024 * 1024;
/** Small files in one task: to wake the other side for each costs the answering thread more than all else about it. */
const TOGETHER = 8;

const hashing = taskFile<typeof import('./hash.task.ts')>(new URL('./hash.task.ts', import.meta.url));

const newStop = (): Stop => new Int32Array(new SharedArrayBuffer(4));
const never = newStop();
const stops = new WeakMap<AbortSignal, Stop>();

/** What the threads look at, one for all tasks of a signal: to stop one ends no thread that others run in. */
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

/** Hashes in threads, so that no request waits for it. */
export function hashPool(threads = defaultThreads()) {
  const progress = new Map<number, (bytes: number) => void>();
  const pool = workerPool({
    name: 'hashing',
    threads,
    concurrency: AT_HAND,
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
    for (let at = 0; at < all.length; at += TOGETHER) void send(all.slice(at, at + TOGETHER));
  }

  async function file(file: string | number, crc: boolean, { signal, onProgress, size }: FileOptions) {
    signal?.throwIfAborted();
    const task = ++lastTask;
    if (onProgress) progress.set(task, onProgress);
    try {
      return await new Promise<HashedFile>((resolve, reject) => {
        const asked = { order: { task, file, crc, stop: stopOf(signal) }, resolve, reject };
        if (size === undefined || size > SMALL) return void send([asked]);
        // All that this turn asks for.
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
    // Nobody waits for an answer that does not come; why is told where the result is awaited.
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
    /** Threads that there are at the moment. */
    running: pool.running,

    /**
     * Size, SHA-256 and CRC-32 of a local file in one pass.
     * @param path absolute and resolved, or the descriptor of a file that the caller has opened and closes
     * @throws when there is a link on the way to it (`code` ASTRAY), it is no regular file, changed while it was read, or cannot be read (`code` as of Node's fs)
     */
    hashFile: (path: string | number, options: FileOptions = {}): Promise<HashedFile> =>
      file(path, true, options),

    /** As `hashFile`, without the CRC-32: for bytes whose SHA-256 is only to be compared. */
    async digestFile(path: string | number, options: FileOptions = {}): Promise<Digested> {
      const { size, sha256 } = await file(path, false, options);
      return { size, sha256 };
    },

    /**
     * Size and SHA-256 of pieces in a row, which `feed` adds one by one, and the CRC-32 of any part of the row that
     * `feed` wants to know it of. Bytes are copied to the thread; of an open file it reads the range itself.
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

    /** Ends the threads; what they are at fails. */
    close: pool.close,
  };
}

export type HashPool = ReturnType<typeof hashPool>;
