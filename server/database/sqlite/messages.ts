import type { StatementResult } from './connect.ts';

/** ms, of one clock for all threads of the process. */
export const monotonic = (): number => Number(process.hrtime.bigint()) / 1e6;

/** What a thread is given to run. */
export interface Statement {
  id: number;
  sql: string;
  parameters: readonly unknown[];
  /** Until when a database that is busy is waited for; of `monotonic`. */
  deadline: number;
}

export interface Failure {
  message: string;
  /** SQLite's own, e.g. `SQLITE_BUSY`. */
  code: string | undefined;
}

/** `id` undefined: of no statement, but of the thread's own work. */
export type Answer = { id: number; result: StatementResult } | { id: number | undefined; failure: Failure };
