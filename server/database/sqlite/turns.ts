import { setTimeout as timer } from 'node:timers';
import { monotonic } from './messages.ts';
import { databaseBusy } from './thread.ts';

/**
 * A fair mutex: the write lock, in order of arrival.
 * @returns acquires the lock and gives the function that releases it. Throws AppError 503 after the deadline
 */
export function turns(): (until: number) => Promise<() => void> {
  const waiting = new Set<() => void>();
  let taken = false;

  function giveBack(): void {
    const [next] = waiting;
    if (!next) {
      taken = false;
      return;
    }
    waiting.delete(next);
    next();
  }

  return async (until) => {
    if (!taken) {
      taken = true;
      return giveBack;
    }
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    const begin = () => {
      clearTimeout(tooLate);
      resolve(giveBack);
    };
    const tooLate = timer(() => {
      waiting.delete(begin);
      reject(databaseBusy());
    }, until - monotonic());
    waiting.add(begin);
    return promise;
  };
}
