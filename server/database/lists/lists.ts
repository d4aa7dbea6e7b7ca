import { Worker } from 'node:worker_threads';
import { AppError } from '../../errors.ts';
import { told } from '../postgres-pool.ts';
import type { Answer, Call, Calls } from './messages.ts';

interface Waiting {
  resolve: (answer: never) => void;
  reject: (error: unknown) => void;
}

function errorOf({ message, code }: { message: string; code: string | undefined }): unknown {
  const error = Object.assign(new Error(message), code === undefined ? {} : { code });
  if (!code?.startsWith('SQLITE_BUSY')) return told(error);
  const busy = new AppError(503, 'The database is busy. Please try again in a moment.', { retryAfter: 5 });
  return Object.assign(busy, { cause: error });
}

/**
 * What the back office's long lists ask, answered by a thread of its own: exact counts, any page, sort and filter over
 * a million rows without holding the event loop (docs/decisions/0018). The thread begins with the first question.
 * @param where a `postgres://` URL, or the path of an SQLite file
 */
export function standingLists(where: string) {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let last = 0;
  let closed = false;

  function end(one: Worker, error: Error): void {
    if (worker !== one) return;
    worker = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  function begin(): Worker {
    const one = new Worker(new URL('./worker.ts', import.meta.url), { workerData: where });
    one.on('message', (answer: Answer) => {
      const asked = waiting.get(answer.id);
      waiting.delete(answer.id);
      if (waiting.size === 0) one.unref();
      if ('failure' in answer) asked?.reject(errorOf(answer.failure));
      else asked?.resolve(answer.answer as never);
    });
    one.on('error', (error) => end(one, error instanceof Error ? error : new Error(String(error))));
    one.on('exit', () => end(one, new Error('the thread of the lists has ended')));
    return one;
  }

  return {
    /** Whether anybody has asked yet. */
    begun: (): boolean => worker !== undefined,

    /** Everything committed before is in the answer. @throws AppError 503 when the database is away */
    ask<Name extends keyof Calls>(name: Name, ask: Calls[Name]['ask']): Promise<Calls[Name]['answer']> {
      if (closed) return Promise.reject(new Error('the lists are closed'));
      worker ??= begin();
      worker.ref();
      const id = ++last;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        worker?.postMessage({ id, name, ask } as Call);
      });
    },

    async close(): Promise<void> {
      closed = true;
      await worker?.terminate();
    },
  };
}

export type StandingLists = ReturnType<typeof standingLists>;
