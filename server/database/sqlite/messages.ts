/** ms of a monotonic clock shared by all threads of the process. */
export const monotonic = (): number => Number(process.hrtime.bigint()) / 1e6;

/** How long a caller waits for a locked database, its time in the queue included, in ms (faults.md). */
export const PATIENCE = 5_000;

/** A statement's result: the rows of a query, or the number of changed rows. */
export interface StatementResult {
  rows: unknown[];
  changes: number | undefined;
}

/** A statement for a thread to run. */
export interface Statement {
  id: number;
  sql: string;
  parameters: readonly unknown[];
  /** Until when to wait for a locked database; ms of `monotonic`. */
  deadline: number;
}

export interface Failure {
  message: string;
  /** SQLite's error code, e.g. `SQLITE_BUSY`. */
  code: string | undefined;
}

/** `id` undefined: an error of the thread itself (a checkpoint), not of a statement. */
export type Answer = { id: number; result: StatementResult } | { id: number | undefined; failure: Failure };
