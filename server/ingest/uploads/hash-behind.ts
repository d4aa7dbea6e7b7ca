import { Worker } from 'node:worker_threads';

/** The file's first `to` bytes are written; its final size is `size`. */
export type ToHasher = { key: string; path: string; to: number; size: number } | { key: string; drop: true };
export type FromHasher = { key: string; sha256: string; crc32: number } | { key: string; failure: string };

export interface Hashes {
  sha256: string;
  crc32: number;
}

/** ms after which an idle worker ends: a thread costs memory. */
const IDLE = 10_000;

interface Running {
  promise: Promise<Hashes | undefined>;
  settle: (hashes: Hashes | undefined) => void;
  /** Last reported position. */
  to: number;
}

/**
 * SHA-256 and CRC-32 of files while they grow: a worker thread reads behind the writer, from the page cache, so that
 * the hash is there shortly after the last byte without holding the writer up (performance.md). The first message about
 * an unknown file starts at byte 0, also after a restart.
 */
export function hashBehind(onError: (error: unknown) => void) {
  const running = new Map<string, Running>();
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;

  function settle(key: string, hashes: Hashes | undefined): void {
    running.get(key)?.settle(hashes);
  }

  /** Ends the thread after it has been idle for a while. */
  function endWhenIdle(): void {
    clearTimeout(idle);
    idle = setTimeout(() => {
      if (running.size > 0) return;
      void worker?.terminate();
      worker = undefined;
    }, IDLE);
    idle.unref();
  }

  function thread(): Worker {
    if (worker) return worker;
    const made = new Worker(new URL('./hash-behind.worker.ts', import.meta.url));
    made.unref();
    made.on('message', (message: FromHasher) => {
      // A dropped file may have been deleted while the thread read it.
      if ('failure' in message && running.has(message.key))
        onError(new Error(`hashing an upload failed: ${message.failure}`));
      settle(message.key, 'sha256' in message ? message : undefined);
    });
    const gone = (error: unknown) => {
      onError(error);
      if (worker === made) worker = undefined;
      // Callers get no hash: the bytes are hashed when they are ingested into a dataset.
      for (const { settle } of running.values()) settle(undefined);
      running.clear();
    };
    made.on('error', gone);
    worker = made;
    return made;
  }

  function begin(key: string): Running {
    const { promise, resolve } = Promise.withResolvers<Hashes | undefined>();
    const one = { promise, settle: resolve, to: -1 };
    running.set(key, one);
    return one;
  }

  function drop(key: string): void {
    if (!running.has(key)) return;
    settle(key, undefined);
    running.delete(key);
    worker?.postMessage({ key, drop: true } satisfies ToHasher);
    endWhenIdle();
  }

  return {
    /** Bytes before `to` are written and will not change. */
    advance(key: string, path: string, to: number, size: number): void {
      const one = running.get(key) ?? begin(key);
      if (to <= one.to) return;
      one.to = to;
      thread().postMessage({ key, path, to, size } satisfies ToHasher);
    },

    /** The hashes of a complete file, if they are known within `patience` ms; the file is forgotten then. */
    async result(key: string, patience: number): Promise<Hashes | undefined> {
      const one = running.get(key);
      if (!one) return undefined;
      const { promise: late, resolve } = Promise.withResolvers<undefined>();
      const timer = setTimeout(() => resolve(undefined), patience);
      const hashes = await Promise.race([one.promise, late]);
      clearTimeout(timer);
      drop(key);
      return hashes && { sha256: hashes.sha256, crc32: hashes.crc32 };
    },

    drop,

    async stop(): Promise<void> {
      clearTimeout(idle);
      for (const key of [...running.keys()]) drop(key);
      clearTimeout(idle);
      await worker?.terminate();
      worker = undefined;
    },
  };
}

export type HashBehind = ReturnType<typeof hashBehind>;
