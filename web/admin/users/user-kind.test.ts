import { describe, expect, it } from 'vitest';
import { userStatuses } from '../../../contract/session.ts';
import { decisionOfKey, decisionsFor, needsReason } from '../review/review-kind.ts';
import { statusesIn, userKind } from './user-kind.ts';

describe('§4 user review states (decisions §3)', () => {
  it('offers exactly the changes that are allowed', () => {
    expect(
      Object.fromEntries(userStatuses.map((status) => [status, decisionsFor(userKind, { status })])),
    ).toEqual({
      pending: ['approved', 'needs_info', 'rejected'],
      approved: ['suspended'],
      rejected: ['approved'],
      needs_info: ['approved'],
      suspended: ['approved'],
      expired: ['approved'],
    });
  });

  it('asks for a reason for everything but approval', () => {
    expect(
      (['approved', 'rejected', 'needs_info', 'suspended'] as const).filter((one) =>
        needsReason(userKind, one),
      ),
    ).toEqual(['rejected', 'needs_info', 'suspended']);
  });
});

describe("look.md, keyboard: a row's keys decide only what the rules allow", () => {
  it('a approves and r rejects an applicant', () => {
    expect(decisionOfKey(userKind, { status: 'pending' }, 'a')).toBe('approved');
    expect(decisionOfKey(userKind, { status: 'pending' }, 'r')).toBe('rejected');
  });
  it('nothing else', () => {
    expect(decisionOfKey(userKind, { status: 'approved' }, 'a')).toBeUndefined();
    expect(decisionOfKey(userKind, { status: 'needs_info' }, 'r')).toBeUndefined();
    expect(decisionOfKey(userKind, { status: 'pending' }, 'toString')).toBeUndefined();
  });
});

describe('§2 the three user screens are one call with another status', () => {
  it('asks for all, approved, pending and needs_info', () => {
    expect(statusesIn('all', undefined)).toBeUndefined();
    expect(statusesIn('approved', undefined)).toEqual(['approved']);
    expect(statusesIn('applicants', undefined)).toEqual(['pending', 'needs_info']);
  });

  it('narrows by the filter, within the screen only', () => {
    expect(statusesIn('all', 'suspended')).toEqual(['suspended']);
    expect(statusesIn('applicants', 'needs_info')).toEqual(['needs_info']);
    expect(statusesIn('applicants', 'suspended')).toEqual(['pending', 'needs_info']);
  });
});
