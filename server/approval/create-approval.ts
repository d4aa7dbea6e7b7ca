import type { Db } from '../database/index.ts';
import type { SiteOf } from '../mail/index.ts';
import { policyStore } from './policy.store.ts';
import { approvalRules } from './rules.store.ts';
import { endOf } from './rules.ts';

interface Dependencies {
  db: Db;
  /** Key of the hashed addresses. */
  addressKey: string;
  site: SiteOf;
  now: () => number;
}

/** The approval policy (decisions §3), and what it decides for an application and for an approval's end. */
export function createApproval({ db, addressKey, site, now }: Dependencies) {
  const policies = policyStore(db);
  return {
    policies,
    settle: approvalRules({ policies, addressKey, site }).settle,
    /** The default end of an approval, ms; null: never. */
    usualEnd: async (): Promise<number | null> => endOf(await policies.read(), now()),
  };
}
