import { expect, it } from 'vitest';
import type { AuditEntry } from '../../../../contract/administrators.ts';
import * as administrators from '../../../../contract/administrators.ts';
import * as policy from '../../../../contract/approval-policy.ts';
import * as config from '../../../../contract/configuration.ts';
import * as datasets from '../../../../contract/dataset-admin.ts';
import * as order from '../../../../contract/dataset-order.ts';
import * as dict from '../../../../contract/dictionary.ts';
import type { Endpoint } from '../../../../contract/endpoint.ts';
import * as jobs from '../../../../contract/jobs.ts';
import * as own from '../../../../contract/own-account.ts';
import * as session from '../../../../contract/session.ts';
import * as settings from '../../../../contract/setting.ts';
import * as statistics from '../../../../contract/statistics.ts';
import * as terms from '../../../../contract/terms.ts';
import * as trash from '../../../../contract/trash.ts';
import * as users from '../../../../contract/user-review.ts';
import { sentence, wordsFor } from './action-name.ts';

const entry = (some: Partial<AuditEntry>): AuditEntry => ({
  id: '',
  at: '',
  adminId: '1',
  adminName: 'The owner',
  action: '',
  subject: 'user 7',
  userId: '7',
  userName: 'Petra Havlíčková-Sand',
  times: 1,
  before: null,
  after: null,
  ip: '',
  ...some,
});
const named = (action: string) => !wordsFor({ action, after: null }).startsWith(action);

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'who' in value && 'method' in value;

it('every call with which an administrator changes something has a name in the audit log', () => {
  const changes = [administrators, config, datasets, dict, jobs, order, policy, settings, terms, trash, users]
    .flatMap((module) => Object.values(module) as unknown[])
    .filter(isEndpoint)
    .filter((one) => one !== terms.previewTerms)
    .filter(({ who, method }) => (who.kind === 'admin' || who.kind === 'any-admin') && method !== 'GET')
    .map(({ method, path }) => `${method} ${path}`);
  expect(changes.length).toBeGreaterThan(15);
  expect(changes.filter((action) => !named(action))).toEqual([]);
});

it('so have sign-ins, tries at one, and exports of what is about people', () => {
  const signIns = [session.login, session.adminLogin].map(({ method, path }) => `${method} ${path}`);
  const exports = [statistics.exportRecords, own.exportAccount, terms.exportSignatures].map(
    ({ method, path }) => `${method} ${path}`,
  );
  for (const action of [...signIns, ...signIns.map((call) => `${call} (failed)`), ...exports])
    expect(named(action)).toBe(true);
});

it('an entry reads as a sentence, a decision by what was decided', () => {
  const decided = { action: 'PUT /api/v1/admin/userReview/:userId/:status', before: { status: 'pending' } };
  const said = (some: Partial<AuditEntry>) => sentence(entry(some));
  expect(said({ ...decided, after: { status: 'approved' } })).toBe('Approved Petra Havlíčková-Sand');
  expect(said({ ...decided, after: { status: 'needs_info' } })).toBe(
    'Asked Petra Havlíčková-Sand for more information',
  );
  expect(said({ ...decided, after: { status: 'rejected' }, userName: null })).toBe('Rejected a former user');
  expect(said({ action: 'POST /api/v1/setting', subject: 'site settings', userId: null })).toBe(
    'Changed the site settings',
  );
  // A name is text, whatever it looks like.
  expect(said({ action: 'POST /api/v1/admin/addDataset', subject: '$& {}', userId: null })).toBe(
    'Added $& {}',
  );
  expect(said({ action: 'POST /api/v9/new', subject: 'Brain 1.0', userId: null })).toBe(
    'POST /api/v9/new Brain 1.0',
  );
});
