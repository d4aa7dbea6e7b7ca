import { AppError } from '../shared/errors.ts';
import { PoolFull, taskFile, workerPool } from '../workers/index.ts';
import type { PasswordFinding, PasswordOrder } from './password.task.ts';

/** At most two hashes or estimates at once, 40 waiting (threats.md, "Server"). */
const THREADS = 2;
const WAITING = 40;
/** A thread has the next order at hand: it would else rest until this one gets to send it. */
const AT_HAND = 2;

const passwords = taskFile<typeof import('./password.task.ts')>(
  new URL('./password.task.ts', import.meta.url),
);
const pool = workerPool({
  name: 'passwords',
  threads: THREADS,
  concurrency: AT_HAND,
  most: THREADS + WAITING,
});

/** @throws AppError 503 when too many already wait */
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
