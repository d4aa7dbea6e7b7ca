import { setImmediate as turnOver } from 'node:timers/promises';
import type { Mail, Site } from '../mail/index.ts';
import { DAY } from '../shared/time.ts';
import type { Ending, ExpiryStore } from './expiry.store.ts';

const REMIND_BEFORE = 14 * DAY;

/**
 * One round: mails a reminder for approvals that end within 14 days, and a notice for ended ones. Downloads do not
 * depend on it: an approval is invalid from the moment of its end (`statusNow`).
 */
export function expiry(
  store: Pick<ExpiryStore, 'ended' | 'expire' | 'endingBy' | 'remind'>,
  mailOf: (site: Site, to: Ending, when: 'reminder' | 'expired', until: number) => Mail,
  site: () => Promise<Site>,
  now: () => number,
) {
  const all = async (find: () => Promise<Ending[]>, tell: (user: Ending) => Promise<void>) => {
    const users = await find();
    for (const user of users) {
      await tell(user);
      // Yields to the event loop: SQLite commits synchronously here, and requests are served between two users.
      await turnOver();
    }
  };

  return async (): Promise<void> => {
    const from = await site();
    const at = now();
    await all(
      () => store.ended(at),
      (user) => store.expire(user, mailOf(from, user, 'expired', user.approvedUntil), at),
    );
    await all(
      () => store.endingBy(at + REMIND_BEFORE, at),
      (user) => store.remind(user, mailOf(from, user, 'reminder', user.approvedUntil), at),
    );
  };
}
