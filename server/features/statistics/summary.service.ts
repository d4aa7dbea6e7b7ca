import { listAdminDatasets } from '../../../contract/dataset-admin.ts';
import type { DataOf, Endpoint } from '../../../contract/endpoint.ts';
import { listJobs } from '../../../contract/jobs.ts';
import { type getSummary, listRecords } from '../../../contract/statistics.ts';
import { listUsers } from '../../../contract/user-review.ts';
import { grants } from '../../auth/index.ts';
import type { RunningDownload } from '../../servers/index.ts';
import { DAY } from '../../shared/time.ts';
import type { SummaryStore } from './summary.store.ts';

interface Dependencies {
  store: SummaryStore;
  running: () => Promise<readonly RunningDownload[]>;
  /** Free bytes of the disk; absent with an object store. */
  free: (() => Promise<number>) | undefined;
  /** Without a mail server: mails are written to files. */
  mailsToFiles: boolean;
  now: () => number;
}

const mayMake = (tags: readonly string[], { who }: Pick<Endpoint, 'who'>): boolean =>
  who.kind === 'admin' && grants(tags, who.tag);

/** The dashboard's tiles, as far as the caller may read the list behind each. */
export function summaries({ store, running, free, mailsToFiles, now }: Dependencies) {
  async function downloads() {
    const sent = await running();
    const ids = sent.map(({ recordId }) => recordId);
    return {
      active: sent.length,
      activeUsers: new Set(sent.flatMap(({ userId }) => userId ?? [])).size,
      ...(await store.downloads(now() - DAY, ids)),
    };
  }

  const storage = async () => ({ ...(await store.storage()), free: (await free?.()) ?? null });

  return async (tags: readonly string[]): Promise<DataOf<typeof getSummary>> => {
    const datasets = mayMake(tags, listAdminDatasets);
    return {
      users: mayMake(tags, listUsers) ? await store.users(now()) : null,
      downloads: mayMake(tags, listRecords) ? await downloads() : null,
      datasets: datasets ? await store.datasets() : null,
      storage: datasets ? await storage() : null,
      jobs: mayMake(tags, listJobs) ? await store.jobs(now() - DAY) : null,
      mail: { toFiles: mailsToFiles, ...(await store.mail()) },
    };
  };
}

export type ReadSummary = ReturnType<typeof summaries>;
