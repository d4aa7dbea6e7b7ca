import { type ApprovalPolicy, approvalPolicy } from '../../contract/approval-policy.ts';
import { type BuiltInKey, wrongValue } from '../configuration/index.ts';
import { firstOf, judge } from '../shared/judge.ts';
import { about } from '../shared/messages.ts';

type Field = keyof ApprovalPolicy;

/** Lists are kept one entry a line, as the configuration screen shows them. */
export const linesOf = (value: string): string[] =>
  value
    .split(/[\s,;]+/)
    .map((entry) => entry.toLowerCase())
    .filter(Boolean);

/** What a field's kept text stands for. */
const meant: Record<Field, (value: string) => unknown> = {
  mode: (value) => value,
  domains: linesOf,
  addresses: linesOf,
  approvalDays: (value) => (value.trim() === '' ? null : Number(value)),
  notice: (value) => value,
};

/** Judged as the approval screen's own call judges it; a list's complaint names the entry. */
function check(field: Field, value: string): string {
  const entries = meant[field](value);
  const result = judge(approvalPolicy.shape[field], entries);
  if (result.success)
    return Array.isArray(entries) ? [...new Set(entries)].join('\n') : String(entries ?? '');
  const [issue] = result.error.issues;
  const at = issue?.path[0];
  const message = firstOf(result.error);
  throw wrongValue(
    Array.isArray(entries) && typeof at === 'number' ? about(String(entries[at]), message) : message,
  );
}

const key = (field: Field, name: string, configName: string, first: string): BuiltInKey => ({
  key: `approval.${name}`,
  name: configName,
  first,
  // Whom the laboratory approves is nobody else's business.
  isPublic: false,
  check: (value) => check(field, value),
});

/** The configuration keys behind the policy (decisions §7): name for people, and the value at the first start. */
export const policyKeys: Record<Field, BuiltInKey> = {
  mode: key('mode', 'mode', 'Approval mode', 'by hand'),
  domains: key('domains', 'domains', 'Approved domains', ''),
  addresses: {
    ...key('addresses', 'addresses', 'Approved addresses', ''),
    // The audit log outlives the people.
    told: (value) => ({ listed: linesOf(value).length }),
  },
  approvalDays: key('approvalDays', 'days', 'Days of an approval', ''),
  notice: key('notice', 'notice', 'Notice of applications', 'at once'),
};
