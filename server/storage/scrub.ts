import type { Db } from '../database/index.ts';
import type { Digested, HashPool } from '../hashing/index.ts';
import type { JobQueue, RunningJob } from '../queue/index.ts';
import { AppError } from '../shared/errors.ts';
import { periodic } from '../shared/schedule.ts';
import { isBlobFault, type OpenBlob } from './blob-store.ts';
import type { DueBlob, ScrubStore } from './scrub.store.ts';

const SCRUB = 'scrub';
const EVERY = 3_600_000;
const BATCH = 100;
/** Below all jobs that somebody waits for. */
const PRIORITY = -10;

interface Dependencies {
  db: Db;
  store: ScrubStore;
  queue: JobQueue;
  /** Opens a blob, even with an integrity fault. */
  open: (key: string) => Promise<OpenBlob>;
  pool: Pick<HashPool, 'digestFile' | 'digestPieces'>;
  /** Job key shared by all servers that scrub the same blobs. */
  key: string;
  now: () => number;
  onError: (error: unknown) => void;
}

/**
 * Verifies every blob's hash periodically, and stores an integrity fault for a mismatch: bit rot is found before a
 * download meets it (faults.md, "corrupt blob").
 */
export function scrub({ db, store, queue, open, pool, key, now, onError }: Dependencies) {
  function hash(blob: OpenBlob, size: number, signal: AbortSignal): Promise<Digested> {
    if (blob.file) return pool.digestFile(blob.file.fd, { signal });
    return pool.digestPieces(
      async ({ add }) => {
        for await (const piece of blob.read(0, size)) await add(piece);
      },
      { signal },
    );
  }

  async function isSame(blob: OpenBlob, wanted: DueBlob, signal: AbortSignal): Promise<boolean> {
    if (blob.storedSize && (await blob.storedSize()) !== wanted.size) return false;
    const found = await hash(blob, wanted.size, signal);
    return found.size === wanted.size && found.sha256 === wanted.sha256;
  }

  async function look(wanted: DueBlob, signal: AbortSignal): Promise<void> {
    let blob: OpenBlob;
    try {
      blob = await open(wanted.key);
    } catch (error) {
      // A file registered in place: opening it has stored its fault.
      if (error instanceof AppError && error.code === 503) return store.refused(wanted.key, now());
      const mark = faultOf(error);
      if (!mark) throw error;
      return store.wrong(wanted.key, mark, now());
    }
    try {
      if (await isSame(blob, wanted, signal)) return await store.right(wanted.key, now());
      // Stores the fault "changed" of a file registered in place that was modified meanwhile.
      await blob.verify();
      await store.wrong(wanted.key, 'corrupt', now());
    } catch (error) {
      const mark = faultOf(error);
      if (!mark) throw error;
      await store.wrong(wanted.key, mark, now());
    } finally {
      await blob.close();
    }
  }

  queue.handle(SCRUB, async (job: RunningJob) => {
    const { bytes } = await store.amount(now());
    const at = now();
    let read = 0;
    let last: DueBlob | undefined;
    for (;;) {
      const batch = await store.next(at, last, BATCH);
      if (batch.length === 0) return;
      for (const blob of batch) {
        job.signal.throwIfAborted();
        job.progress(read, bytes);
        // A blob that cannot be read now does not delay the others: it stays due.
        await look(blob, job.signal).catch((error: unknown) => {
          job.signal.throwIfAborted();
          onError(error);
        });
        read += blob.size;
        last = blob;
      }
      job.progress(read, bytes);
    }
  });

  async function addDue(): Promise<void> {
    const { count } = await store.amount(now());
    if (count === 0) return;
    const subject = `${count} stored files`;
    await queue.add(db, { kind: SCRUB, key, subject, payload: {}, priority: PRIORITY });
    queue.poke();
  }
  const rounds = periodic(addDue, EVERY, onError);

  return {
    /** Queues the due blobs now, rather than within the hour. */
    look: rounds.now,
    /** Queues a blob for verification: a reader got wrong bytes, or none. */
    async suspect(blobKey: string): Promise<void> {
      await store.suspect(blobKey);
      await rounds.now();
    },
    stop: rounds.stop,
  };
}

/** Maps a store's error to an integrity fault; undefined for a transient error. */
function faultOf(error: unknown): 'vanished' | 'corrupt' | undefined {
  if (isBlobFault(error, 'ENOENT')) return 'vanished';
  return isBlobFault(error, 'EIO') ? 'corrupt' : undefined;
}
