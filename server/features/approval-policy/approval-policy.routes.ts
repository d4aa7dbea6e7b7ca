import {
  type ApprovalPolicy,
  getApprovalPolicy,
  setApprovalPolicy,
} from '../../../contract/approval-policy.ts';
import type { PolicyStore } from '../../approval/index.ts';
import { changes } from '../../auth/index.ts';
import type { Route } from '../../http/index.ts';

/** The approval policy (decisions §3). */
export function approvalPolicyRoutes(route: Route, policies: PolicyStore, now: () => number): void {
  route(getApprovalPolicy, () => policies.read());
  route(setApprovalPolicy, ({ body, audit }) => {
    const wanted = {
      ...body,
      domains: [...new Set(body.domains)],
      addresses: [...new Set(body.addresses)],
    };
    return policies.write(wanted, now(), (trx, { before, after }) =>
      audit(trx, { subject: 'approval policy', ...auditedChange(before, after) }),
    );
  });
}

/** Addresses are counted, not listed: the audit log outlives the accounts. */
function auditedChange(before: ApprovalPolicy, after: ApprovalPolicy) {
  const lacking = (one: ApprovalPolicy, other: ApprovalPolicy) =>
    one.addresses.filter((address) => !other.addresses.includes(address)).length;
  const [added, removed] = [lacking(after, before), lacking(before, after)];
  return changes<object>(
    { ...before, addresses: { listed: before.addresses.length } },
    {
      ...after,
      addresses: { listed: after.addresses.length, ...(added + removed > 0 ? { added, removed } : {}) },
    },
  );
}
