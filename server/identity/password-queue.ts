import { AppError } from '../errors.ts';

/** At most two hashes at once (they share a pool of threads with file reads), 40 waiting (threats.md, "Server"). */
const AT_ONCE = 2;
const WAITING = 40;

let running = 0;
const queue: (() => void)[] = [];

/** @throws AppError 503 when too many already wait */
export async function queued<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (queue.length >= WAITING) {
      throw new AppError(503, 'Many people are signing in right now. Please try again in a moment.', {
        retryAfter: 2,
      });
    }
    await new Promise<void>((resolve) => queue.push(resolve));
  } else {
    running++;
  }
  try {
    return await work();
  } finally {
    const next = queue.shift();
    if (next) next();
    else running--;
  }
}
