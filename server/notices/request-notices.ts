import { grants } from '../auth/index.ts';
import { requestsWaitingMail, type Site } from '../mail/index.ts';
import { DAY } from '../shared/time.ts';
import type { NoticesStore } from './notices.store.ts';
import type { RequestNoticesStore, RequestReader, WaitingRequest } from './request-notices.store.ts';

/** ms in which requests share one mail. */
const BATCH_WINDOW = 60_000;

interface Dependencies {
  store: RequestNoticesStore;
  administrators: NoticesStore['administrators'];
  site: () => Promise<Site>;
  now: () => number;
}

/**
 * One round of announcing pending requests (access.md, "Requests"): to the reviewers of each dataset, at once or daily as
 * each of them is set; of a dataset without reviewers to the owners, at once.
 */
export function requestNotices({ store, administrators, site, now }: Dependencies) {
  /** Who reads about each lineage. */
  async function readersOf(waiting: readonly WaitingRequest[]): Promise<RequestReader[]> {
    const lineages = [...new Set(waiting.map(({ lineageId }) => lineageId))];
    const reviewers = await store.readers(lineages);
    const reviewed = new Set(reviewers.map(({ lineageId }) => lineageId));
    const without = lineages.filter((one) => !reviewed.has(one));
    if (without.length === 0) return reviewers;
    const owners = await administrators((tags) => grants(tags, 'request:reviewer:write'));
    return [
      ...reviewers,
      ...without.flatMap((lineageId) =>
        owners.map((address) => ({ lineageId, address, notice: 'at once' as const })),
      ),
    ];
  }

  async function mailsAbout(
    waiting: readonly WaitingRequest[],
    readers: readonly RequestReader[],
    notice: RequestReader['notice'],
  ) {
    const from = await site();
    const told = readers.filter((reader) => reader.notice === notice);
    return [...new Set(told.map(({ address }) => address))].map((address) => {
      const own = new Set(told.filter((one) => one.address === address).map(({ lineageId }) => lineageId));
      return requestsWaitingMail(
        from,
        address,
        waiting.filter(({ lineageId }) => own.has(lineageId)),
      );
    });
  }

  async function atOnce(): Promise<void> {
    const fresh = await store.unannounced();
    const oldest = fresh[0];
    if (!oldest || oldest.appliedAt > now() - BATCH_WINDOW) return;
    const readers = await readersOf(fresh);
    // Whom nobody reads about stays unannounced until somebody does.
    const read = new Set(readers.map(({ lineageId }) => lineageId));
    const told = fresh.filter(({ lineageId }) => read.has(lineageId));
    if (told.length > 0) await store.announce(told, await mailsAbout(told, readers, 'at once'), now());
  }

  async function daily(): Promise<void> {
    const last = await store.lastDigest();
    if (last > now() - DAY) return;
    const waiting = await store.waiting();
    if (waiting.length === 0) return;
    const mails = await mailsAbout(waiting, await readersOf(waiting), 'daily');
    if (mails.length > 0) await store.digest(last, mails, now());
  }

  return async (): Promise<void> => {
    await atOnce();
    await daily();
  };
}
