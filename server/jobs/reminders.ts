import type { ApprovalPolicy } from '../../contract/approval-policy.ts';
import type { Db } from '../database/open.ts';
import { expiryStore } from './expiry.store.ts';
import { expiry } from './expiry.ts';
import type { Site } from './mails.ts';
import { markNoticesStore } from './mark-notices.store.ts';
import { markNotices } from './mark-notices.ts';
import { noticesStore } from './notices.store.ts';
import { notices } from './notices.ts';
import { periodic } from './periodic.ts';

/** A minute at most passes between an approval's end, or an application, and its mail. */
const EVERY = 20_000;

interface Dependencies {
  policy: () => Promise<ApprovalPolicy>;
  site: () => Promise<Site>;
  now: () => number;
  onError: (error: unknown) => void;
}

/** Mails that time brings about, not a call: approvals that end, applications that wait, files that changed. */
export function reminders(db: Db, { policy, site, now, onError }: Dependencies) {
  const store = noticesStore(db);
  const rounds = [
    expiry(expiryStore(db), site, now),
    notices({ store, policy, site, now }),
    markNotices({ store: markNoticesStore(db), administrators: store.administrators, site, now }),
  ];
  return periodic(
    async () => {
      for (const round of rounds) await round().catch(onError);
    },
    EVERY,
    onError,
  );
}
