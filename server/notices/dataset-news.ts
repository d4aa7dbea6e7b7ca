import type { UnfollowTokens } from '../auth/index.ts';
import type { NewsKind } from '../database/index.ts';
import { newsMail, type Site } from '../mail/index.ts';
import { DAY } from '../shared/time.ts';
import type { ChangedVersion, DatasetNewsStore } from './dataset-news.store.ts';

/** ms in which news of a dataset share one mail. */
const BATCH_WINDOW = 60_000;
const WEEK = 7 * DAY;

interface Dependencies {
  store: DatasetNewsStore;
  tokens: UnfollowTokens;
  site: () => Promise<Site>;
  now: () => number;
}

/** What followers are told of a change; undefined: nothing, as of an embargo that begins late. */
function kindOf({ from, to }: ChangedVersion): NewsKind | undefined {
  // Withdrawn before anybody was told of it.
  if (from === null) return to === 'withdrawn' ? undefined : 'version';
  if (to === 'withdrawn') return 'withdrawn';
  if (from === 'withdrawn') return 'again';
  return to === 'open' ? 'opened' : undefined;
}

/**
 * One round of telling followers what happened to a dataset (access.md, "Follow"). What is public is compared with what
 * was told, so that it is noticed whoever or whatever changed it, the calendar included.
 */
export function datasetNews({ store, tokens, site, now }: Dependencies) {
  return async (): Promise<void> => {
    const today = new Date(now()).toISOString().slice(0, 10);
    for (const version of await store.changed(today)) await store.note(version, kindOf(version), now());
    const due = await store.due(now() - BATCH_WINDOW, now() - WEEK);
    if (due.length === 0) return;
    const from = await site();
    for (const one of due) {
      const [only, ...more] = one.datasets;
      const token =
        only && more.length === 0 && one.pace === 'at once'
          ? tokens.make({ kind: 'follow', id: only.followId })
          : tokens.make({ kind: 'digest', userId: one.userId });
      await store.send(one, newsMail(from, one, token), now());
    }
  };
}
