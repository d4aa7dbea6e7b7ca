import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { CompiledQuery } from 'kysely';
import { AppError } from '../../shared/errors.ts';
import {
  type Answer,
  type Failure,
  monotonic,
  PATIENCE,
  type Statement,
  type StatementResult,
} from './messages.ts';

/** The deadline of a call made now. */
export const deadline = (): number => monotonic() + PATIENCE;

export const databaseBusy = (): AppError =>
  new AppError(503, 'The database is busy. Please try again in a moment.', { retryAfter: 5 });

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

export const isBusy = (error: unknown): boolean => codeOf(error).startsWith('SQLITE_BUSY');

/**
 * After a failed fsync the file's contents are unknown, and the next fsync would succeed regardless (faults.md): all
 * further writes are refused.
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
  /** Called when a statement or a checkpoint has failed. */
  onFailure?: (error: Error, of: { ofStatement: boolean }) => void;
  /** Called when the thread has ended unexpectedly. */
  onDeath?: (error: Error) => void;
}

/**
 * A thread with its own connection that runs statements one after the other. Started by the first one; does not keep
 * the process alive.
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

  /** Ends the thread after the queued statements. */
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
    // Keeps the process alive while a statement or `close` is awaited.
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
