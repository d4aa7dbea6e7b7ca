import type { CallOf } from './asked-thread.ts';
import type { Found } from './order.ts';
import type { Downloads, RecordFilters, RecordsPage } from './records-list.ts';
import type { UserCounts, UsersPage } from './users-list.ts';

/** What the thread is asked, and what it answers. */
export interface Calls {
  records: { ask: RecordsPage; answer: Found };
  /** The newest that are older than the record `after`; for what goes through all of them. */
  recordsBefore: {
    ask: { filters: RecordFilters; after: { startedAt: number; id: string } | undefined; size: number };
    answer: string[];
  };
  downloads: { ask: { from: number; to: number }; answer: Downloads };
  users: { ask: UsersPage; answer: Found };
  userCounts: { ask: { from: number; to: number; now: number }; answer: UserCounts };
  /** Takes in what has changed; nothing else. */
  keepUp: { ask: undefined; answer: undefined };
  /** SQLite only: any query that reads. */
  select: { ask: { sql: string; parameters: readonly unknown[] }; answer: unknown[] };
}

export type Call = CallOf<Calls>;

/** What the lists themselves answer; the other question needs the database. */
export type ListCalls = Omit<Calls, 'select'>;

/** What the thread that makes CSV is asked. */
export interface CsvCalls {
  /** The records of these ids as lines in UTF-8, in their order, whose memory moves over; `last`: of those there are. */
  lines: {
    ask: { ids: string[]; columns: readonly string[] };
    answer: { bytes: Uint8Array<ArrayBuffer>; last: { startedAt: number; id: string } | undefined };
  };
}
