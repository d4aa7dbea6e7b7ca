import type { ApprovalPolicy } from '../../contract/approval-policy.ts';
import { DAY } from '../shared/time.ts';

/** Whether a domain or a parent domain is listed. */
const hasDomain = ({ domains }: ApprovalPolicy, domain: string): boolean =>
  domains.some((listed) => domain === listed || domain.endsWith(`.${listed}`));

/** Whether a rule approves this address: the address is listed, or its domain or a parent domain. */
export function isListed(policy: ApprovalPolicy, email: string): boolean {
  if (policy.mode !== 'rules') return false;
  if (policy.addresses.includes(email)) return true;
  return hasDomain(policy, email.slice(email.lastIndexOf('@') + 1));
}

/** Whether a rule approves who belongs to these domains, as the institution's provider vouches (access.md). */
export const isVouchedFor = (policy: ApprovalPolicy, domains: readonly string[]): boolean =>
  policy.mode === 'rules' && domains.some((domain) => hasDomain(policy, domain));

/** The default end of an approval, ms; null: never. */
export const endOf = ({ approvalDays }: ApprovalPolicy, now: number): number | null =>
  approvalDays === null ? null : now + approvalDays * DAY;
