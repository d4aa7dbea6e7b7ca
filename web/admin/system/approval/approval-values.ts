import { t } from '#texts';
import type { ApprovalPolicy } from '../../../../contract/approval-policy.ts';
import type { FieldError } from '../../../../contract/envelope.ts';
import { textsOf } from './lines.ts';

/** The policy as form values: strings only. */
export interface ApprovalValues extends Record<string, string> {
  mode: ApprovalPolicy['mode'];
  domains: string;
  addresses: string;
  approvalDays: string;
  notice: ApprovalPolicy['notice'];
}

export const valuesOf = (policy: ApprovalPolicy): ApprovalValues => ({
  mode: policy.mode,
  domains: policy.domains.join('\n'),
  addresses: policy.addresses.join('\n'),
  approvalDays: policy.approvalDays === null ? '' : String(policy.approvalDays),
  notice: policy.notice,
});

export const policyOf = ({
  mode,
  domains,
  addresses,
  approvalDays,
  notice,
}: ApprovalValues): ApprovalPolicy => ({
  mode,
  domains: textsOf(domains),
  addresses: textsOf(addresses),
  approvalDays: approvalDays.trim() === '' ? null : Number(approvalDays),
  notice,
});

/** Client-side validation; entries of the lists are validated by the server. */
export function checkApproval({ approvalDays }: ApprovalValues): FieldError[] {
  const days = approvalDays.trim();
  const right = days === '' || (/^\d{1,4}$/.test(days) && Number(days) >= 1 && Number(days) <= 3_650);
  return right ? [] : [{ path: 'approvalDays', message: t.admin.approval.daysWrong }];
}
