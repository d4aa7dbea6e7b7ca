import type { ApprovalPolicy } from '../../contract/approval-policy.ts';
import { grants } from '../auth/index.ts';
import { type Site, waitingMail } from '../mail/index.ts';
import { DAY } from '../shared/time.ts';
import type { NoticesStore, Waiting } from './notices.store.ts';

/** ms in which applications share one mail. */
const BATCH_WINDOW = 60_000;

interface Dependencies {
  store: NoticesStore;
  policy: () => Promise<ApprovalPolicy>;
  site: () => Promise<Site>;
  now: () => number;
}

/** One round of announcing pending applications to the administrators who decide (decisions §3). */
export function notices({ store, policy, site, now }: Dependencies) {
  async function mailsAbout(waiting: Waiting[]) {
    const from = await site();
    const readers = await store.administrators((tags) => grants(tags, 'user:review:write'));
    return readers.map((reader) => waitingMail(from, reader, waiting));
  }

  async function atOnce(): Promise<void> {
    const fresh = await store.unannounced();
    const oldest = fresh[0];
    if (!oldest || oldest.appliedAt > now() - BATCH_WINDOW) return;
    const mails = await mailsAbout(fresh);
    // Without recipients it stays unannounced until there is one.
    if (mails.length > 0) await store.announce(fresh, mails, now());
  }

  async function daily(): Promise<void> {
    const last = await store.lastDigest();
    if (last > now() - DAY) return;
    const waiting = await store.waiting();
    if (waiting.length === 0) return;
    const mails = await mailsAbout(waiting);
    if (mails.length > 0) await store.digest(last, mails, now());
  }

  return async (): Promise<void> => {
    const { notice } = await policy();
    if (notice === 'at once') await atOnce();
    if (notice === 'daily') await daily();
  };
}
