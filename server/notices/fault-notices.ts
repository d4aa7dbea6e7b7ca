import { grants } from '../auth/index.ts';
import { faultsMail, type Site } from '../mail/index.ts';
import type { FaultNoticesStore } from './fault-notices.store.ts';
import type { NoticesStore } from './notices.store.ts';

/** ms in which faults share one mail: an unmounted disk affects thousands of files. */
const BATCH_WINDOW = 60_000;

interface Dependencies {
  store: FaultNoticesStore;
  administrators: NoticesStore['administrators'];
  site: () => Promise<Site>;
  now: () => number;
}

/** One round of reporting files with integrity faults to the administrators (decisions §4). */
export function faultNotices({ store, administrators, site, now }: Dependencies) {
  return async (): Promise<void> => {
    const toldUpTo = await store.toldUpTo();
    const marked = await store.markedSince(toldUpTo);
    const [oldest, newest] = [marked[0], marked.at(-1)];
    if (!oldest || !newest || oldest.markedAt > now() - BATCH_WINDOW) return;
    const readers = await administrators((tags) => grants(tags, 'dataset:list:write'));
    // Without recipients it stays unreported until there is one.
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
