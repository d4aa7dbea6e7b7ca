import { expect, it } from 'vitest';
import { approvalPolicy } from '../../../../contract/approval-policy.ts';
import { checkApproval, policyOf, valuesOf } from './approval-values.ts';

const policy = approvalPolicy.parse({
  mode: 'rules',
  domains: ['university.edu', 'lab.example'],
  addresses: ['ada@example.org'],
  approvalDays: 365,
  notice: 'daily',
});

it('the form gives back what the contract gave, also without an end', () => {
  expect(approvalPolicy.parse(policyOf(valuesOf(policy)))).toEqual(policy);
  const endless = { ...policy, approvalDays: null };
  expect(policyOf(valuesOf(endless))).toEqual(endless);
});

it.each([
  ['', true],
  ['1', true],
  ['3650', true],
  ['0', false],
  ['3651', false],
  ['1.5', false],
  ['ten', false],
])('days %j are right: %s, as the contract has it', (approvalDays, right) => {
  expect(checkApproval({ ...valuesOf(policy), approvalDays }).length === 0).toBe(right);
});
