import { grants } from '../auth/index.ts';
import { faultsMail, type Site } from '../mail/index.ts';
import type { FaultNoticesStore } from './fault-notices.store.ts';
import type { NoticesStore } from './notices.store.ts';

/** Files that are marked within this time share one mail: a disk that is away takes thousands with it. */
const TOGETHER = 60_000;

interface Dependencies {
  store: FaultNoticesStore;
  administrators: NoticesStore['administrators'];
  site: () => Promise<Site>;
  now: () => number;
}

/** One round of telling the administrators of files that are no longer handed out (decisions §4). */
export function faultNotices({ store, administrators, site, now }: Dependencies) {
  return async (): Promise<void> => {
    const toldUpTo = await store.toldUpTo();
    const marked = await store.markedSince(toldUpTo);
    const [oldest, newest] = [marked[0], marked.at(-1)];
    if (!oldest || !newest || oldest.markedAt > now() - TOGETHER) return;
    const readers = await administrators((tags) => grants(tags, 'dataset:list:write'));
    // Nobody to tell yet: it is told once there is.
    if (readers.length === 0) return;
    const from = await site();
    await store.tell(
      toldUpTo,
      newest.markedAt,
      readers.map((reader) => faultsMail(from, reader, marked)),
      now(),
    );
  };
}
