import { setImmediate as turnOver } from 'node:timers/promises';
import { endMail, type Site } from '../mail/index.ts';
import { DAY } from '../shared/time.ts';
import type { Ending, ExpiryStore } from './expiry.store.ts';

const REMIND_BEFORE = 14 * DAY;

/**
 * One round: reminds whose approval ends within 14 days, and tells whose has ended. Downloads do not wait for it: an
 * approval is over the moment its end has passed (`statusNow`).
 */
export function expiry(store: ExpiryStore, site: () => Promise<Site>, now: () => number) {
  const all = async (find: () => Promise<Ending[]>, tell: (user: Ending) => Promise<void>) => {
    const users = await find();
    for (const user of users) {
      await tell(user);
      // SQLite commits at once: whoever asks meanwhile comes between two people, not after all of them.
      await turnOver();
    }
  };

  return async (): Promise<void> => {
    const from = await site();
    const at = now();
    await all(
      () => store.ended(at),
      (user) => store.expire(user, endMail(from, user, 'expired', user.approvedUntil), at),
    );
    await all(
      () => store.endingBy(at + REMIND_BEFORE, at),
      (user) => store.remind(user, endMail(from, user, 'reminder', user.approvedUntil), at),
    );
  };
}
