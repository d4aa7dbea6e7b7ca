import { expect, it } from 'vitest';
import * as administrators from '../../../../contract/administrators.ts';
import * as policy from '../../../../contract/approval-policy.ts';
import * as datasets from '../../../../contract/dataset-admin.ts';
import type { Endpoint } from '../../../../contract/endpoint.ts';
import * as own from '../../../../contract/own-account.ts';
import * as session from '../../../../contract/session.ts';
import * as settings from '../../../../contract/setting.ts';
import * as statistics from '../../../../contract/statistics.ts';
import * as users from '../../../../contract/user-review.ts';
import { actionName } from './action-name.ts';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'who' in value && 'method' in value;

it('every call with which an administrator changes something has a name in the audit log', () => {
  const changes = [administrators, policy, datasets, settings, users]
    .flatMap((module) => Object.values(module) as unknown[])
    .filter(isEndpoint)
    .filter(({ who, method }) => (who.kind === 'admin' || who.kind === 'any-admin') && method !== 'GET')
    .map(({ method, path }) => `${method} ${path}`);
  expect(changes.length).toBeGreaterThan(15);
  expect(changes.filter((action) => actionName(action) === action)).toEqual([]);
});

it('so have sign-ins, tries at one, and exports of what is about people', () => {
  const signIns = [session.login, session.adminLogin].map(({ method, path }) => `${method} ${path}`);
  const exports = [statistics.exportRecords, own.exportAccount].map(
    ({ method, path }) => `${method} ${path}`,
  );
  for (const action of [...signIns, ...signIns.map((call) => `${call} (failed)`), ...exports])
    expect(actionName(action)).not.toBe(action);
});
