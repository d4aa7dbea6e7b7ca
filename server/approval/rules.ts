import type { ApprovalPolicy } from '../../contract/approval-policy.ts';
import { DAY } from '../shared/time.ts';

/** Whether a rule approves this address: it is listed as it is, or its domain or one above that. */
export function isListed(policy: ApprovalPolicy, email: string): boolean {
  if (policy.mode !== 'rules') return false;
  if (policy.addresses.includes(email)) return true;
  const domain = email.slice(email.lastIndexOf('@') + 1);
  return policy.domains.some((listed) => domain === listed || domain.endsWith(`.${listed}`));
}

/** When an approval ends that names no end itself; null: never. */
export const endOf = ({ approvalDays }: ApprovalPolicy, now: number): number | null =>
  approvalDays === null ? null : now + approvalDays * DAY;
