import type { RecordChange } from '../../auth/index.ts';
import type { Db } from '../../database/index.ts';
import type { Route } from '../../http/index.ts';
import type { Servers } from '../../servers/index.ts';
import type { BlobStore } from '../../storage/index.ts';
import { countsStore } from './counts.store.ts';
import { recordsStore } from './records.store.ts';
import { statisticsRoutes } from './statistics.routes.ts';
import { summaries } from './summary.service.ts';
import { summaryStore } from './summary.store.ts';

export { countsStore, recordsStore };

interface Dependencies {
  db: Db;
  running: Servers['running'];
  blobs: BlobStore;
  /** Without a mail server: mails are written to files. */
  mailsToFiles: boolean;
  recordChange: RecordChange;
  now: () => number;
}

/** Download records, counts over time, and the dashboard's summary. */
export function serveStatistics(route: Route, given: Dependencies): void {
  const { db, running, blobs, mailsToFiles, recordChange, now } = given;
  const summary = summaryStore(db);
  statisticsRoutes(route, {
    records: recordsStore(db),
    counts: countsStore(db),
    summary,
    readSummary: summaries({ store: summary, running, free: blobs.free, mailsToFiles, now }),
    running,
    recordChange,
    now,
  });
}
