import type { Db } from '../database/open.ts';
import type { HashPool } from '../hashing/pool.ts';
import type { BlobLedger } from '../holdings/blob-ledger.store.ts';
import { WHOLE } from '../holdings/whole.store.ts';
import { wholeJob } from '../holdings/whole-job.ts';
import type { JobQueue } from '../jobs/queue.ts';
import { finishStore } from './finish.store.ts';
import { fileHasher } from './hash-file.ts';
import { intakeFilesStore } from './intake-files.store.ts';
import { intakeJob } from './intake-job.ts';
import { INTAKE } from './intakes.store.ts';

interface Dependencies {
  db: Db;
  ledger: BlobLedger;
  queue: Pick<JobQueue, 'handle' | 'poke'>;
  pool: HashPool;
  roots: readonly string[];
  /** The id of this server's data folder. */
  owner: string;
  /** A dataset has a new whole: its own hash may be wanted. */
  hashSoon: () => void;
  now: () => number;
}

/** Lets this process run the jobs that take files in: the server does, and the command that imports a folder. */
export function takeInFiles({ db, ledger, queue, pool, roots, owner, hashSoon, now }: Dependencies): void {
  const store = intakeFilesStore(db, owner, now);
  const finish = finishStore({ db, ledger, files: store, now });
  const done = () => {
    queue.poke();
    hashSoon();
  };
  const hashFile = fileHasher({ ledger, pool, roots });
  queue.handle(INTAKE, intakeJob({ store, finish, hashFile, roots, done }));
  queue.handle(WHOLE, wholeJob({ db, ledger, done, now }));
}
