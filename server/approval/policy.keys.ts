import { type ApprovalPolicy, approvalPolicy } from '../../contract/approval-policy.ts';
import { type BuiltInKey, wrongValue } from '../configuration/index.ts';
import { firstOf, judge } from '../shared/judge.ts';
import { about } from '../shared/messages.ts';

type Field = keyof ApprovalPolicy;

/** Lists are stored one entry a line, as the configuration screen shows them. */
export const linesOf = (value: string): string[] =>
  value
    .split(/[\s,;]+/)
    .map((entry) => entry.toLowerCase())
    .filter(Boolean);

/** Parses a field's stored text. */
const parsers: Record<Field, (value: string) => unknown> = {
  mode: (value) => value,
  domains: linesOf,
  addresses: linesOf,
  approvalDays: (value) => (value.trim() === '' ? null : Number(value)),
  notice: (value) => value,
};

/** Validates as the approval screen's own call does; a list's error names the entry. */
function check(field: Field, value: string): string {
  const entries = parsers[field](value);
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
  // The approval policy is private to the laboratory.
  isPublic: false,
  check: (value) => check(field, value),
});

/** The configuration keys of the policy (decisions §7): display name and initial value. */
export const policyKeys: Record<Field, BuiltInKey> = {
  mode: key('mode', 'mode', 'Approval mode', 'by hand'),
  domains: key('domains', 'domains', 'Approved domains', ''),
  addresses: {
    ...key('addresses', 'addresses', 'Approved addresses', ''),
    // The audit log outlives the accounts, so it must not contain addresses.
    told: (value) => ({ listed: linesOf(value).length }),
  },
  approvalDays: key('approvalDays', 'days', 'Days of an approval', ''),
  notice: key('notice', 'notice', 'Notice of applications', 'at once'),
};
