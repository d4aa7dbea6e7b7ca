import { AppError } from '../shared/errors.ts';
import { PoolFull, taskFile, workerPool } from '../workers/index.ts';
import type { PasswordFinding, PasswordOrder } from './password.task.ts';

/** At most two hashes or estimates at once, 40 waiting (threats.md, "Server"). */
const THREADS = 2;
const WAITING = 40;
/** Queue depth of a thread: with the next task already sent, it is not idle until this thread replies. */
const QUEUE_DEPTH = 2;

const passwords = taskFile<typeof import('./password.task.ts')>(
  new URL('./password.task.ts', import.meta.url),
);
const pool = workerPool({
  name: 'passwords',
  threads: THREADS,
  concurrency: QUEUE_DEPTH,
  most: THREADS + WAITING,
});

/** What the threads do now. */
export const passwordThreads = pool.use;

/** @throws AppError 503 when the queue is full */
export async function inPasswordThread(order: PasswordOrder): Promise<PasswordFinding> {
  try {
    return await pool.run(passwords, 'find', order);
  } catch (error) {
    if (!(error instanceof PoolFull)) throw error;
    throw new AppError(503, 'Many people are signing in right now. Please try again in a moment.', {
      retryAfter: 2,
    });
  }
}
