import type { QueryOf } from '../../../contract/endpoint.ts';
import type { Page } from '../../../contract/lists.ts';
import type { DownloadRecord, exportRecords, listRecords } from '../../../contract/statistics.ts';
import { aside, listsOf } from '../../database/lists/of.ts';
import type { RecordFilters } from '../../database/lists/records-list.ts';
import type { Db } from '../../database/open.ts';
import { rowsOf } from '../../database/rows-of.ts';
import type { RecordsTable } from '../../database/tables.ts';
import { iso, startOfDay } from '../../time.ts';

/** The filters `active` and `within`, as the time and the ids that they stand for at the moment. */
export interface Momentary {
  /** ms since 1970. */
  since?: number | undefined;
  /** Only these, or all but these. */
  only?: readonly string[] | undefined;
  without?: readonly string[] | undefined;
}

type Filters = QueryOf<typeof exportRecords> & Momentary;

const columns = { startedAt: 'started_at', bytesSent: 'bytes_sent' } as const;

const present = (row: RecordsTable): DownloadRecord => ({
  id: row.id,
  userId: row.user_id,
  userName: row.user_name,
  email: row.email,
  datasetId: row.dataset_id,
  datasetName: row.dataset_name,
  version: row.version,
  subsetPath: row.subset_path,
  bytesSent: row.bytes_sent,
  totalBytes: row.total_bytes,
  complete: row.complete === null ? null : row.complete === 1,
  startedAt: iso(row.started_at),
  finishedAt: iso(row.finished_at),
  ip: row.ip,
  userAgent: row.user_agent,
  via: row.via,
});

/** Rows of the export that are read at a time. */
const BATCH = 500;

const wanted = ({ from, to, complete, since, ...filters }: Filters): RecordFilters => ({
  keyword: filters.keyword || undefined,
  userId: filters.userId || undefined,
  datasetId: filters.datasetId || undefined,
  subsetPath: filters.subsetPath || undefined,
  version: filters.version || undefined,
  from: later(from === undefined ? undefined : startOfDay(from), since),
  to: to === undefined ? undefined : startOfDay(to),
  complete: complete === undefined ? undefined : complete === 'true',
  only: filters.only,
  without: filters.without,
});

const later = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? (a ?? b) : Math.max(a, b);

export function recordsStore(db: Db) {
  const lists = listsOf(db);
  const rows = async (ids: string[]): Promise<DownloadRecord[]> =>
    (await rowsOf(aside(db), 'records', ids)).map(present);

  return {
    async list(query: QueryOf<typeof listRecords> & Momentary): Promise<Page<DownloadRecord>> {
      const { pageIndex, pageSize } = query;
      const { ids, count } = await lists.ask('records', {
        filters: wanted(query),
        sort: columns[query.sort ?? 'startedAt'],
        descending: query.order !== 'asc',
        offset: (pageIndex - 1) * pageSize,
        size: pageSize,
      });
      return { list: await rows(ids), count, pageIndex, pageSize };
    },

    /** Every matching record, newest first, a batch at a time; the last may be empty. */
    async *all(filters: Filters): AsyncGenerator<DownloadRecord[]> {
      let after: { startedAt: number; id: string } | undefined;
      let ids: string[];
      do {
        ids = await lists.ask('recordsBefore', { filters: wanted(filters), after, size: BATCH });
        const batch = await rows(ids);
        yield batch;
        const last = batch.at(-1);
        after = last && { startedAt: Date.parse(last.startedAt), id: last.id };
      } while (ids.length === BATCH && after);
    },
  };
}

export type RecordsStore = ReturnType<typeof recordsStore>;
