import type { ApprovalPolicy } from '../../contract/approval-policy.ts';
import type { Changed, Note } from '../auth/index.ts';
import { lockBuiltIn, readBuiltIn, writeBuiltIn } from '../configuration/index.ts';
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
  /**
   * The policy in force. An invalid value, written directly into the database, counts as the strictest.
   * @param queries the caller's transaction, if any
   */
  async function read(queries: Queries = db): Promise<ApprovalPolicy> {
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
  }

  return {
    read,

    /** @returns the policy in force */
    async write(
      policy: ApprovalPolicy,
      now: number,
      note: Note<Changed<ApprovalPolicy>>,
    ): Promise<ApprovalPolicy> {
      const values = Object.entries(written(policy)).map(
        ([field, value]) => [policyKeys[field as keyof ApprovalPolicy].key, value] as const,
      );
      return db.transaction().execute(async (trx) => {
        await lockBuiltIn(trx, Object.values(policyKeys));
        const before = await read(trx);
        await writeBuiltIn(trx, new Map(values), now);
        const after = await read(trx);
        await note(trx, { before, after });
        return after;
      });
    },
  };
}

export type PolicyStore = ReturnType<typeof policyStore>;
