import type { Db } from '../database/index.ts';
import { DATASET_ARCHIVE, datasetArchiveJob } from '../datasets/index.ts';
import type { HashPool } from '../hashing/index.ts';
import type { JobQueue } from '../queue/index.ts';
import type { BlobLedger } from '../storage/index.ts';
import { fileHasher } from './hash-file.ts';
import { ingestFilesStore } from './ingest-files.store.ts';
import { ingestJob } from './ingest-job.ts';
import { INGEST } from './ingests.store.ts';
import { finishStore } from './install.store.ts';

interface Dependencies {
  db: Db;
  ledger: BlobLedger;
  queue: Pick<JobQueue, 'handle' | 'poke'>;
  pool: HashPool;
  roots: readonly string[];
  /** The id of this server's data folder. */
  owner: string;
  /** Queues the hash of a dataset's new archive. */
  hashSoon: () => void;
  now: () => number;
}

/** Registers the ingest jobs with this process: the server, or the import command. */
export function takeInFiles({ db, ledger, queue, pool, roots, owner, hashSoon, now }: Dependencies): void {
  const store = ingestFilesStore(db, owner, now);
  const finish = finishStore({ db, ledger, files: store, now });
  const done = () => {
    queue.poke();
    hashSoon();
  };
  const hashFile = fileHasher({ ledger, pool, roots });
  const ingest = ingestJob({ store, finish, hashFile, roots, done });
  queue.handle(INGEST, ingest.run, { failed: ingest.failed });
  queue.handle(DATASET_ARCHIVE, datasetArchiveJob({ db, ledger, done, now }));
}
