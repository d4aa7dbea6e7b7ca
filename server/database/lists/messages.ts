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
  /** The same as lines of CSV; `last` when there may be more. */
  recordsCsv: {
    ask: Calls['recordsBefore']['ask'] & { columns: readonly string[] };
    answer: { bytes: Uint8Array<ArrayBuffer>; last: { startedAt: number; id: string } | undefined };
  };
  downloads: { ask: { from: number; to: number }; answer: Downloads };
  users: { ask: UsersPage; answer: Found };
  userCounts: { ask: { from: number; to: number; now: number }; answer: UserCounts };
  /** Takes in what has changed; nothing else. */
  keepUp: { ask: undefined; answer: undefined };
  /** SQLite only: any query that reads. */
  select: { ask: { sql: string; parameters: readonly unknown[] }; answer: unknown[] };
}

export type Call = {
  [Name in keyof Calls]: { id: number; name: Name; ask: Calls[Name]['ask'] };
}[keyof Calls];

/** What the lists themselves answer; the other questions need the database. */
export type ListCalls = Omit<Calls, 'select' | 'recordsCsv'>;

export type Answer =
  | { id: number; answer: Calls[keyof Calls]['answer'] }
  | { id: number; failure: { message: string; code: string | undefined } };
