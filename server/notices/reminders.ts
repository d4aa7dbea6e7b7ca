import type { ApprovalPolicy } from '../../contract/approval-policy.ts';
import { accounts, expiry, expiryStore, requests } from '../approval/index.ts';
import type { UnfollowTokens } from '../auth/index.ts';
import type { Db } from '../database/index.ts';
import { endMail, requestEndMail, type Site } from '../mail/index.ts';
import { periodic } from '../shared/schedule.ts';
import type { TextCipher } from '../shared/text-cipher.ts';
import { datasetNewsStore } from './dataset-news.store.ts';
import { datasetNews } from './dataset-news.ts';
import { faultNoticesStore } from './fault-notices.store.ts';
import { faultNotices } from './fault-notices.ts';
import { noticesStore } from './notices.store.ts';
import { notices } from './notices.ts';
import { problemNoticesStore } from './problem-notices.store.ts';
import { problemNotices } from './problem-notices.ts';
import { requestNoticesStore } from './request-notices.store.ts';
import { requestNotices } from './request-notices.ts';

/** ms between rounds: a mail follows an approval's end, or an application, within a minute. */
const EVERY = 20_000;

interface Dependencies {
  policy: () => Promise<ApprovalPolicy>;
  site: () => Promise<Site>;
  /** Encrypts mails with a link that ends them. */
  cipher: TextCipher;
  unfollowTokens: UnfollowTokens;
  now: () => number;
  onError: (error: unknown) => void;
}

/**
 * Mails triggered by time, not by a call: ending approvals and grants, pending applications and requests, integrity
 * faults, reported problems, followed datasets.
 */
export function reminders(db: Db, given: Dependencies) {
  const { policy, site, cipher, unfollowTokens: tokens, now, onError } = given;
  const store = noticesStore(db);
  const rounds = [
    expiry(expiryStore(db, accounts), endMail, site, now),
    expiry(expiryStore(db, requests), requestEndMail, site, now),
    notices({ store, policy, site, now }),
    requestNotices({
      store: requestNoticesStore(db),
      administrators: store.administrators,
      site,
      now,
    }),
    faultNotices({ store: faultNoticesStore(db), administrators: store.administrators, site, now }),
    problemNotices({ store: problemNoticesStore(db), administrators: store.administrators, site, now }),
    datasetNews({ store: datasetNewsStore(db, cipher), tokens, site, now }),
  ];
  return periodic(
    async () => {
      for (const round of rounds) await round().catch(onError);
    },
    EVERY,
    onError,
  );
}
