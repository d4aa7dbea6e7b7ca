import type { RecordsTable } from '../tables.ts';
import type { RecordRow } from './records-list.ts';
import type { UserRow } from './users-list.ts';

export interface Rows {
  records: RecordRow;
  users: UserRow;
}

export type ListName = keyof Rows;

/** The columns that the lists hold. A change of another one is not told (migration 0005). */
export const columns: { [Name in ListName]: readonly (keyof Rows[Name] & string)[] } = {
  records: [
    'id',
    'started_at',
    'bytes_sent',
    'complete',
    'user_id',
    'user_name',
    'email',
    'dataset_id',
    'dataset_name',
    'version',
    'subset_path',
  ],
  users: [
    'id',
    'email',
    'first_name',
    'family_name',
    'affiliation',
    'status',
    'created_at',
    'applied_at',
    'reviewed_at',
    'approved_until',
  ],
};

/** Up to where the log of changes has been read; of the database's own clock and counting. */
export interface Mark {
  position: number;
  /** ms since 1970. */
  at: number;
}

export interface Change {
  list: ListName;
  row_id: string;
}

/** More than these are not followed one by one. */
export const MOST_CHANGES = 50_000;

/**
 * A mark older than this is not followed: what lay between may have been cleared away (`KEPT` in `change-log.ts`). ms.
 */
export const MARK_HOLDS = 45 * 60_000;

/** How the lists read their database. */
export interface Source {
  /**
   * What has been committed since `mark`; a change may be told more than once, and none is ever left out.
   * @param mark undefined: only where the log stands
   */
  changes: (mark: Mark | undefined) => Promise<{ mark: Mark; changes: Change[] }>;
  /** All rows of a list in pieces, each row once. */
  all: <Name extends ListName>(list: Name) => AsyncGenerator<Rows[Name][]>;
  /** Those of the rows that there are. */
  rows: <Name extends ListName>(list: Name, ids: string[]) => Promise<Rows[Name][]>;
  /** Whole records, as the table has them. */
  records: (ids: string[]) => Promise<RecordsTable[]>;
  select: (sql: string, parameters: readonly unknown[]) => Promise<unknown[]>;
  close: () => Promise<void>;
}
