import type { QueryOf } from '../../../contract/endpoint.ts';
import type { Page } from '../../../contract/lists.ts';
import type { DownloadRecord, exportRecords, listRecords } from '../../../contract/statistics.ts';
import { contains } from '../../database/dialect.ts';
import type { Db } from '../../database/open.ts';
import { page } from '../../database/page.ts';
import type { RecordsTable } from '../../database/tables.ts';
import { iso, startOfDay } from '../../time.ts';

type Filters = QueryOf<typeof exportRecords>;

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
const BATCH = 1_000;

export function recordsStore(db: Db) {
  function filtered(filters: Filters) {
    let rows = db.selectFrom('records').selectAll();
    const { keyword, from, to, complete } = filters;
    if (keyword)
      rows = rows.where((eb) => eb.or([contains('user_name', keyword), contains('email', keyword)]));
    if (filters.userId) rows = rows.where('user_id', '=', filters.userId);
    if (filters.datasetId) rows = rows.where('dataset_id', '=', filters.datasetId);
    if (filters.subsetPath) rows = rows.where('subset_path', '=', filters.subsetPath);
    if (filters.version) rows = rows.where('version', '=', filters.version);
    if (from) rows = rows.where('started_at', '>=', startOfDay(from));
    if (to) rows = rows.where('started_at', '<', startOfDay(to));
    if (complete) rows = rows.where('complete', '=', complete === 'true' ? 1 : 0);
    return rows;
  }

  return {
    list: (query: QueryOf<typeof listRecords>): Promise<Page<DownloadRecord>> =>
      page(
        filtered(query),
        { ...query, column: columns[query.sort ?? 'startedAt'], order: query.order ?? 'desc' },
        'id',
        present,
      ),

    /** Every matching record, newest first, by keyset: an open iterator would block the connection. */
    async *all(filters: Filters): AsyncGenerator<DownloadRecord> {
      let last: RecordsTable | undefined;
      do {
        let rows = filtered(filters);
        const after = last;
        if (after) {
          rows = rows.where((eb) =>
            eb.or([
              eb('started_at', '<', after.started_at),
              eb.and([eb('started_at', '=', after.started_at), eb('id', '<', after.id)]),
            ]),
          );
        }
        const batch = await rows.orderBy('started_at', 'desc').orderBy('id', 'desc').limit(BATCH).execute();
        for (const row of batch) yield present(row);
        last = batch.length === BATCH ? batch.at(-1) : undefined;
      } while (last);
    },
  };
}

export type RecordsStore = ReturnType<typeof recordsStore>;
