import { once } from 'node:events';
import { openDatabase } from '../database/index.ts';
import { jobQueue } from '../queue/index.ts';

/** Options of a process with a job queue, as JSON in its first argument. */
export interface WorkerOptions {
  where: string;
  name: string;
  /** ms. */
  lease: number;
  atOnce: number;
  /** Jobs wait for a message of the parent before they write their result. */
  waits: boolean;
}

const { where, name, lease, atOnce, waits } = JSON.parse(process.argv[2] ?? '') as WorkerOptions;
// A listener keeps the process alive: the queue does not.
process.on('message', () => {});
const tell = (message: string): void => void process.send?.(message);

const db = await openDatabase(where);
const queue = jobQueue({ db, name, lease, now: Date.now, onError: (error) => tell(String(error)) });
await queue.takeBack();
queue.handle(
  'note',
  async (job) => {
    const { label } = job.payload as { label: string };
    tell(`began ${label}`);
    if (waits) await once(process, 'message');
    // The primary key refuses a second row for the same job.
    await db.transaction().execute(async (trx) => {
      await job.holding(trx);
      await trx
        .insertInto('secrets')
        .values({ name: `ran ${label}`, value: name })
        .execute();
    });
    tell(`ended ${label}`);
  },
  { atOnce },
);
queue.poke();
