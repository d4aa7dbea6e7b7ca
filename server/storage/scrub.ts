import type { Db } from '../database/index.ts';
import type { HashPool } from '../hashing/index.ts';
import type { JobQueue, RunningJob } from '../queue/index.ts';
import { periodic } from '../shared/schedule.ts';
import type { OpenBlob } from './blob-store.ts';
import { checkBlob } from './check-blob.ts';
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
  async function look(wanted: DueBlob, signal: AbortSignal): Promise<void> {
    const fault = await checkBlob({ open, pool }, wanted, signal);
    if (!fault) return store.right(wanted.key, now());
    if (fault === 'refused') return store.refused(wanted.key, now());
    return store.wrong(wanted.key, fault, now());
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
