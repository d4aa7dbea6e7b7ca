import type { ApprovalPolicy } from '../../../contract/approval-policy.ts';
import type { Db, Queries } from '../../database/open.ts';
import { newId } from '../../ids.ts';

/** The configuration keys behind the policy (decisions §7): name for people, and the value at the first start. */
const keys: Record<keyof ApprovalPolicy, { key: string; name: string; first: string }> = {
  mode: { key: 'approval.mode', name: 'Approval mode', first: 'by hand' },
  domains: { key: 'approval.domains', name: 'Approved domains', first: '' },
  addresses: { key: 'approval.addresses', name: 'Approved addresses', first: '' },
  approvalDays: { key: 'approval.days', name: 'Days of an approval', first: '' },
  notice: { key: 'approval.notice', name: 'Notice of applications', first: 'at once' },
};

/** Lists are kept one entry a line, as the configuration screen shows them. */
const lines = (value: string): string[] =>
  value
    .split(/[\s,;]+/)
    .map((entry) => entry.toLowerCase())
    .filter(Boolean);

const written = (policy: ApprovalPolicy): Record<keyof ApprovalPolicy, string> => ({
  mode: policy.mode,
  domains: policy.domains.join('\n'),
  addresses: policy.addresses.join('\n'),
  approvalDays: policy.approvalDays === null ? '' : String(policy.approvalDays),
  notice: policy.notice,
});

export function policyStore(db: Db) {
  return {
    /** Adds the keys that are not there yet; what an administrator set stays. */
    async seed(now: number): Promise<void> {
      for (const { key, name, first } of Object.values(keys)) {
        await db
          .insertInto('config')
          .values({
            config_id: newId(),
            config_name: name,
            config_key: key,
            config_value: first,
            config_type: 'Y',
            is_public: 0,
            remark: '',
            created_at: now,
            updated_at: now,
          })
          .onConflict((conflict) => conflict.column('config_key').doNothing())
          .execute();
      }
    },

    /**
     * What holds now. A value that the configuration screen left senseless counts as the strictest one.
     * @param queries the caller's transaction, when there is one
     */
    async read(queries: Queries = db): Promise<ApprovalPolicy> {
      const rows = await queries
        .selectFrom('config')
        .select(['config_key', 'config_value'])
        .where(
          'config_key',
          'in',
          Object.values(keys).map(({ key }) => key),
        )
        .execute();
      const values = new Map(rows.map((row) => [row.config_key, row.config_value]));
      const value = (field: keyof ApprovalPolicy): string => values.get(keys[field].key) ?? keys[field].first;
      const notice = value('notice');
      return {
        mode: value('mode') === 'rules' ? 'rules' : 'by hand',
        domains: lines(value('domains')),
        addresses: lines(value('addresses')),
        approvalDays: /^[1-9]\d{0,3}$/.test(value('approvalDays')) ? Number(value('approvalDays')) : null,
        notice: notice === 'daily' || notice === 'off' ? notice : 'at once',
      };
    },

    async write(policy: ApprovalPolicy, now: number): Promise<void> {
      await db.transaction().execute(async (trx) => {
        for (const [field, value] of Object.entries(written(policy))) {
          await trx
            .updateTable('config')
            .set({ config_value: value, updated_at: now })
            .where('config_key', '=', keys[field as keyof ApprovalPolicy].key)
            .execute();
        }
      });
    },
  };
}

export type PolicyStore = ReturnType<typeof policyStore>;
