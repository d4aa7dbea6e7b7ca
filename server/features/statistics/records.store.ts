import type { QueryOf } from '../../../contract/endpoint.ts';
import type { Page } from '../../../contract/lists.ts';
import type { DownloadRecord, exportRecords, listRecords } from '../../../contract/statistics.ts';
import { csvOf, listsOf } from '../../database/lists/of.ts';
import type { RecordFilters } from '../../database/lists/records-list.ts';
import type { Db } from '../../database/open.ts';
import { presentRecord } from '../../database/present-record.ts';
import { rowsOf } from '../../database/rows-of.ts';
import { startOfDay } from '../../time.ts';

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

/** Rows of the export that are looked for, and made, at a time. */
const PAGE = 1_000;
const BATCH = 200;

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
    (await rowsOf(db.inReader, 'records', ids)).map(presentRecord);

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

    /** Every matching record as CSV, newest first, a batch at a time, without the header. */
    async *csv(filters: Filters, columns: readonly string[]): AsyncGenerator<Uint8Array<ArrayBuffer>> {
      const ask = { filters: wanted(filters), size: PAGE };
      let after: { startedAt: number; id: string } | undefined;
      let ids: string[];
      do {
        ids = await lists.ask('recordsBefore', { ...ask, after });
        for (let n = 0; n < ids.length; n += BATCH) {
          const { bytes, last } = await csvOf(db).ask('lines', { ids: ids.slice(n, n + BATCH), columns });
          after = last ?? after;
          if (bytes.length > 0) yield bytes;
        }
      } while (ids.length === PAGE);
    },
  };
}

export type RecordsStore = ReturnType<typeof recordsStore>;
