import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { CompiledQuery } from 'kysely';
import { AppError } from '../../shared/errors.ts';
import type { StatementResult } from './connect.ts';
import { type Answer, type Failure, monotonic, type Statement } from './messages.ts';

/** How long a caller waits for a busy database, its place in the queue included, in ms (faults.md). */
const PATIENCE = 5_000;

/** Until when somebody who asks now waits. */
export const deadline = (): number => monotonic() + PATIENCE;

export const databaseBusy = (): AppError =>
  new AppError(503, 'The database is busy. Please try again in a moment.', { retryAfter: 5 });

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

export const isBusy = (error: unknown): boolean => codeOf(error).startsWith('SQLITE_BUSY');

/**
 * What the disk holds is unknown after an fsync that failed, and the next one would succeed whatever it holds
 * (faults.md): nothing is written any more.
 */
export const failedSync = (error: unknown): boolean =>
  ['SQLITE_IOERR_FSYNC', 'SQLITE_IOERR_DIR_FSYNC'].includes(codeOf(error));

function errorOf({ message, code }: Failure): Error {
  const error = Object.assign(new Error(message), code === undefined ? {} : { code });
  return isBusy(error) ? Object.assign(databaseBusy(), { cause: error }) : error;
}

interface Waiting {
  resolve: (result: StatementResult) => void;
  reject: (error: Error) => void;
}

interface Events {
  /** A statement has failed, or a checkpoint. */
  onFailure?: (error: Error, of: { ofStatement: boolean }) => void;
  /** The thread has ended, though nobody closed it. */
  onDeath?: (error: Error) => void;
}

/**
 * A thread with a connection of its own that runs statements one after the other. It begins with the first one and
 * keeps no process alive.
 */
export class SqliteThread {
  readonly #workerData: { file: string; readonly: boolean };
  readonly #events: Events;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #last = 0;
  #closed = false;

  constructor(file: string, mode: 'readonly' | 'writes', events: Events = {}) {
    this.#workerData = { file, readonly: mode === 'readonly' };
    this.#events = events;
  }

  /** @throws AppError 503 when the database is busy beyond the deadline */
  run(
    { sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>,
    until: number,
  ): Promise<StatementResult> {
    if (this.#closed) return Promise.reject(new Error('the database is closed'));
    this.#worker ??= this.#begin();
    this.#worker.ref();
    const id = ++this.#last;
    const { promise, resolve, reject } = Promise.withResolvers<StatementResult>();
    this.#waiting.set(id, { resolve, reject });
    this.#worker.postMessage({ id, sql, parameters, deadline: until } satisfies Statement);
    return promise;
  }

  /** Ends the thread when it has run what it was given. */
  async close(): Promise<void> {
    this.#closed = true;
    const worker = this.#worker;
    if (!worker) return;
    const gone = once(worker, 'exit');
    worker.ref();
    worker.postMessage('close');
    await gone;
  }

  #begin(): Worker {
    const worker = new Worker(new URL('./sqlite.worker.ts', import.meta.url), {
      workerData: this.#workerData,
    });
    worker.on('message', (answer: Answer) => this.#settle(worker, answer));
    worker.on('error', (error) =>
      this.#end(worker, error instanceof Error ? error : new Error(String(error))),
    );
    worker.on('exit', () => this.#end(worker, new Error('the thread of the database has ended')));
    return worker;
  }

  #settle(worker: Worker, answer: Answer): void {
    const failure = 'failure' in answer ? errorOf(answer.failure) : undefined;
    if (failure) this.#events.onFailure?.(failure, { ofStatement: answer.id !== undefined });
    if (answer.id === undefined) return;
    const asked = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    // Whoever waits for its end must not find the process ended first.
    if (this.#waiting.size === 0 && !this.#closed) worker.unref();
    if (failure) asked?.reject(failure);
    else if ('result' in answer) asked?.resolve(answer.result);
  }

  #end(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
    if (!this.#closed) this.#events.onDeath?.(error);
  }
}
