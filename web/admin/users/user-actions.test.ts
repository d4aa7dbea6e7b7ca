import { describe, expect, it } from 'vitest';
import { userStatuses } from '../../../contract/session.ts';
import { decisionOfKey, decisionsFor, needsReason, statusesOf } from './user-actions.ts';

describe('§4 user review states (decisions §3)', () => {
  it('offers exactly the changes that are allowed', () => {
    expect(Object.fromEntries(userStatuses.map((status) => [status, decisionsFor(status)]))).toEqual({
      pending: ['approved', 'needs_info', 'rejected'],
      approved: ['suspended'],
      rejected: ['approved'],
      needs_info: ['approved'],
      suspended: ['approved'],
      expired: ['approved'],
    });
  });

  it('asks for a reason for everything but approval', () => {
    expect((['approved', 'rejected', 'needs_info', 'suspended'] as const).filter(needsReason)).toEqual([
      'rejected',
      'needs_info',
      'suspended',
    ]);
  });
});

describe("look.md, keyboard: a row's keys decide only what the rules allow", () => {
  it('a approves and r rejects an applicant', () => {
    expect(decisionOfKey('pending', 'a')).toBe('approved');
    expect(decisionOfKey('pending', 'r')).toBe('rejected');
  });
  it('nothing else', () => {
    expect(decisionOfKey('approved', 'a')).toBeUndefined();
    expect(decisionOfKey('needs_info', 'r')).toBeUndefined();
    expect(decisionOfKey('pending', 'toString')).toBeUndefined();
  });
});

describe('§2 the three user screens are one call with another status', () => {
  it('asks for all, approved, pending and needs_info', () => {
    expect(statusesOf('all', undefined)).toBeUndefined();
    expect(statusesOf('approved', undefined)).toEqual(['approved']);
    expect(statusesOf('applicants', undefined)).toEqual(['pending', 'needs_info']);
  });

  it('narrows by the filter, within the screen only', () => {
    expect(statusesOf('all', 'suspended')).toEqual(['suspended']);
    expect(statusesOf('applicants', 'needs_info')).toEqual(['needs_info']);
    expect(statusesOf('applicants', 'suspended')).toEqual(['pending', 'needs_info']);
  });
});
