import type { DownloadRecord } from '../../contract/statistics.ts';
import type { RecordsTable } from '../database/index.ts';
import { iso } from '../shared/time.ts';

/** The columns that are shown; the others, of ranges and files sent, may be some hundred kB. */
export const shownColumns = [
  'id',
  'user_id',
  'user_name',
  'email',
  'dataset_id',
  'dataset_name',
  'version',
  'subset_path',
  'bytes_sent',
  'total_bytes',
  'complete',
  'started_at',
  'finished_at',
  'ip',
  'user_agent',
  'via',
] as const satisfies readonly (keyof RecordsTable)[];
export type ShownRecord = Pick<RecordsTable, (typeof shownColumns)[number]>;

/** Maps a download record to its wire shape. */
export const presentRecord = (row: ShownRecord): DownloadRecord => ({
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
