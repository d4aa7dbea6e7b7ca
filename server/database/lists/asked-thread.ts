import { Worker, type WorkerOptions } from 'node:worker_threads';
import { AppError } from '../../errors.ts';
import { told } from '../postgres-pool.ts';

/** Questions by name, and what answers them. */
type AnyCalls = { [Name in string]: { ask: unknown; answer: unknown } };

export type CallOf<Calls> = {
  [Name in keyof Calls]: {
    id: number;
    name: Name;
    ask: Calls[Name] extends { ask: infer Ask } ? Ask : never;
  };
}[keyof Calls];

export type Failure = { message: string; code: string | undefined };

export type Answer = { id: number; answer: unknown } | { id: number; failure: Failure };

interface Waiting {
  resolve: (answer: never) => void;
  reject: (error: unknown) => void;
}

function errorOf({ message, code }: Failure): unknown {
  const error = Object.assign(new Error(message), code === undefined ? {} : { code });
  if (!code?.startsWith('SQLITE_BUSY')) return told(error);
  const busy = new AppError(503, 'The database is busy. Please try again in a moment.', { retryAfter: 5 });
  return Object.assign(busy, { cause: error });
}

/** What a thread answers when it could not. */
export const failureOf = (error: unknown): Failure => ({
  message: error instanceof Error ? error.message : String(error),
  code: error instanceof Error && 'code' in error ? String(error.code) : undefined,
});

/**
 * A thread with a database connection of its own that answers questions. It begins with the first one, keeps no
 * process alive, and begins anew when it has broken.
 * @param idle ms without a question after which it ends, until the next; undefined: never
 */
export function askedThread<Calls extends { [Name in keyof Calls]: AnyCalls[string] }>(
  file: URL,
  options: WorkerOptions,
  idle?: number,
) {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let resting: NodeJS.Timeout | undefined;
  let last = 0;
  let closed = false;

  function end(one: Worker, error: Error): void {
    if (worker !== one) return;
    worker = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  function rest(one: Worker): void {
    // Whoever waits for its end must not find the process ended first.
    if (closed) return;
    one.unref();
    if (idle === undefined) return;
    resting = setTimeout(() => {
      if (worker === one) worker = undefined;
      void one.terminate();
    }, idle).unref();
  }

  function begin(): Worker {
    const one = new Worker(file, options);
    one.on('message', (answer: Answer) => {
      const asked = waiting.get(answer.id);
      waiting.delete(answer.id);
      if (waiting.size === 0) rest(one);
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
    ask<Name extends keyof Calls & string>(
      name: Name,
      ask: Calls[Name]['ask'],
    ): Promise<Calls[Name]['answer']> {
      if (closed) return Promise.reject(new Error('the lists are closed'));
      clearTimeout(resting);
      worker ??= begin();
      worker.ref();
      const id = ++last;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        worker?.postMessage({ id, name, ask });
      });
    },

    async close(): Promise<void> {
      closed = true;
      await worker?.terminate();
    },
  };
}
