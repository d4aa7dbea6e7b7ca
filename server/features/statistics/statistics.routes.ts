import {
  downloadCount,
  exportRecords,
  getSummary,
  listModalities,
  listRecordDatasets,
  listRecords,
  record,
  userCount,
} from '../../../contract/statistics.ts';
import type { RecordChange } from '../../auth/index.ts';
import { sendPieces } from '../../delivery/index.ts';
import { ANSWERED, asAdmin, type Route } from '../../http/index.ts';
import type { RunningDownload } from '../../servers/index.ts';
import { csvPieces } from '../../shared/csv.ts';
import { invalid } from '../../shared/errors.ts';
import { DAY, startOfDay } from '../../shared/time.ts';
import type { CountsStore, Days } from './counts.store.ts';
import type { Momentary, RecordsStore } from './records.store.ts';
import type { ReadSummary } from './summary.service.ts';
import type { SummaryStore } from './summary.store.ts';

/** Longest series of a chart, in days. */
const MOST_DAYS = 3_660;
const DEFAULT_DAYS = 30;

/** The requested days; by default the last 30, today included. */
function daysOf(query: { from?: string | undefined; to?: string | undefined }, now: number): Days {
  const tomorrow = Math.floor(now / DAY) * DAY + DAY;
  const to = query.to ? startOfDay(query.to) : tomorrow;
  const from = query.from ? startOfDay(query.from) : to - DEFAULT_DAYS * DAY;
  if (from >= to) throw invalid('from', 'The first day must lie before the last.');
  if (to - from > MOST_DAYS * DAY) throw invalid('from', 'At most ten years at a time.');
  return { from, to };
}

interface Dependencies {
  records: RecordsStore;
  counts: CountsStore;
  summary: SummaryStore;
  readSummary: ReadSummary;
  /** The downloads that all servers are sending now. */
  running: () => Promise<readonly RunningDownload[]>;
  recordChange: RecordChange;
  now: () => number;
}

/** §7: records with their export, userCount, downloadCount, modalities; decisions §6: the dashboard's summary. */
export function statisticsRoutes(
  route: Route,
  { records, counts, summary, readSummary, running, recordChange, now }: Dependencies,
): void {
  /** Resolves the filters `active` and `within`. */
  async function momentary({ active, within }: { active?: string | undefined; within?: string | undefined }) {
    const ids = active && (await running()).map(({ recordId }) => recordId);
    const found: Momentary = within ? { since: now() - DAY } : {};
    if (ids) found[active === 'true' ? 'only' : 'without'] = ids;
    return found;
  }

  route(listRecords, async ({ query }) => records.list({ ...query, ...(await momentary(query)) }));
  route(listRecordDatasets, () => summary.recordDatasets());

  route(exportRecords, async ({ query, caller, request, reply }) => {
    const { method, path } = exportRecords;
    // The keyword may be a person's name, so it is not logged. Logged before the response begins.
    const after = { ...query, ...(query.keyword && { keyword: true }) };
    await recordChange(
      asAdmin(caller),
      `${method} ${path}`,
      { subject: 'download records', after },
      request.ip,
    );
    const names = Object.keys(record.shape);
    const batches = records.all({ ...query, ...(await momentary(query)) });
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="download-records.csv"');
    await sendPieces(request, reply, csvPieces(batches, names));
    return ANSWERED;
  });

  route(userCount, ({ query }) => counts.users(daysOf(query, now()), now()));
  route(downloadCount, ({ query }) => counts.downloads(daysOf(query, now())));
  route(listModalities, () => counts.modalities());

  route(getSummary, ({ caller }) => readSummary(asAdmin(caller).tags));
}
