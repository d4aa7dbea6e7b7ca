import type { DownloadRecord } from '../../contract/statistics.ts';
import type { RecordsTable } from '../database/index.ts';
import { iso } from '../shared/time.ts';

/** Maps a download record to its wire shape. */
export const presentRecord = (row: RecordsTable): DownloadRecord => ({
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
