import type { Db } from '../database/index.ts';
import type { SiteOf } from '../mail/index.ts';
import { policyStore } from './policy.store.ts';
import { approvalRules } from './rules.store.ts';
import { endOf } from './rules.ts';

interface Dependencies {
  db: Db;
  /** Of the marks on addresses. */
  addressKey: string;
  site: SiteOf;
  now: () => number;
}

/** Who approves (decisions §3): the policy, and what it makes of an application and of an approval's end. */
export function createApproval({ db, addressKey, site, now }: Dependencies) {
  const policies = policyStore(db);
  return {
    policies,
    settle: approvalRules({ policies, addressKey, site }).settle,
    /** When an approval ends for which nobody names an end; null: never. */
    usualEnd: async (): Promise<number | null> => endOf(await policies.read(), now()),
  };
}
