import { grants } from '../auth/index.ts';
import { reportedMail, type Site } from '../mail/index.ts';
import type { NoticesStore } from './notices.store.ts';
import type { ProblemNoticesStore } from './problem-notices.store.ts';

/** ms in which reports share one mail. */
const BATCH_WINDOW = 60_000;

interface Dependencies {
  store: ProblemNoticesStore;
  administrators: NoticesStore['administrators'];
  site: () => Promise<Site>;
  now: () => number;
}

/** One round of telling the administrators who may answer of reported problems (access.md, "After the download"). */
export function problemNotices({ store, administrators, site, now }: Dependencies) {
  return async (): Promise<void> => {
    const reports = await store.unannounced();
    const [oldest] = reports;
    if (!oldest || oldest.at > now() - BATCH_WINDOW) return;
    const readers = await administrators((tags) => grants(tags, 'dataset:problem:write'));
    // Without recipients it stays untold until there is one.
    if (readers.length === 0) return;
    const from = await site();
    const versions = [...new Set(reports.map(({ dataset }) => dataset))];
    await store.announce(
      reports,
      readers.map((reader) => reportedMail(from, reader, versions)),
      now(),
    );
  };
}
