import type { ApprovalPolicy } from '../../contract/approval-policy.ts';
import { readBuiltIn, writeBuiltIn } from '../configuration/index.ts';
import type { Db, Queries } from '../database/index.ts';
import { linesOf, policyKeys } from './policy.keys.ts';

const written = (policy: ApprovalPolicy): Record<keyof ApprovalPolicy, string> => ({
  mode: policy.mode,
  domains: policy.domains.join('\n'),
  addresses: policy.addresses.join('\n'),
  approvalDays: policy.approvalDays === null ? '' : String(policy.approvalDays),
  notice: policy.notice,
});

export function policyStore(db: Db) {
  return {
    /**
     * What holds now. A value that somebody wrote into the database by hand, and is senseless, counts as the strictest.
     * @param queries the caller's transaction, when there is one
     */
    async read(queries: Queries = db): Promise<ApprovalPolicy> {
      const values = await readBuiltIn(queries, Object.values(policyKeys));
      const value = (field: keyof ApprovalPolicy): string => values.get(policyKeys[field].key) ?? '';
      const notice = value('notice');
      return {
        mode: value('mode') === 'rules' ? 'rules' : 'by hand',
        domains: linesOf(value('domains')),
        addresses: linesOf(value('addresses')),
        approvalDays: /^[1-9]\d{0,3}$/.test(value('approvalDays')) ? Number(value('approvalDays')) : null,
        notice: notice === 'daily' || notice === 'off' ? notice : 'at once',
      };
    },

    async write(policy: ApprovalPolicy, now: number): Promise<void> {
      const values = Object.entries(written(policy)).map(
        ([field, value]) => [policyKeys[field as keyof ApprovalPolicy].key, value] as const,
      );
      await db.transaction().execute((trx) => writeBuiltIn(trx, new Map(values), now));
    },
  };
}

export type PolicyStore = ReturnType<typeof policyStore>;
