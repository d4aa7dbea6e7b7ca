import type { ApprovalPolicy } from '../../contract/approval-policy.ts';
import { DAY } from '../shared/time.ts';

/** Whether a rule approves this address: the address is listed, or its domain or a parent domain. */
export function isListed(policy: ApprovalPolicy, email: string): boolean {
  if (policy.mode !== 'rules') return false;
  if (policy.addresses.includes(email)) return true;
  const domain = email.slice(email.lastIndexOf('@') + 1);
  return policy.domains.some((listed) => domain === listed || domain.endsWith(`.${listed}`));
}

/** The default end of an approval, ms; null: never. */
export const endOf = ({ approvalDays }: ApprovalPolicy, now: number): number | null =>
  approvalDays === null ? null : now + approvalDays * DAY;
