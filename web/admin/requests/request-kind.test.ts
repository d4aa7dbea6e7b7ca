import { describe, expect, it } from 'vitest';
import { reviewedStatuses } from '../../../contract/request-review.ts';
import { decisionOfKey, decisionsFor, needsReason } from '../review/review-kind.ts';
import { requestKind, statusesIn } from './request-kind.ts';

describe('access.md, Requests: "states, transitions, reasons … all as for accounts"', () => {
  it('offers exactly the changes that are allowed', () => {
    expect(
      Object.fromEntries(reviewedStatuses.map((status) => [status, decisionsFor(requestKind, { status })])),
    ).toEqual({
      pending: ['granted', 'needs_info', 'rejected'],
      needs_info: ['granted'],
      rejected: ['granted'],
      granted: ['ended'],
      ended: ['granted'],
    });
  });

  it('asks for a reason for everything but a grant; "revoking needs a reason"', () => {
    const all = ['granted', 'rejected', 'needs_info', 'ended'] as const;
    expect(all.filter((one) => needsReason(requestKind, one))).toEqual(['rejected', 'needs_info', 'ended']);
  });

  it("a row's keys decide only what the rules allow", () => {
    expect(decisionOfKey(requestKind, { status: 'pending' }, 'a')).toBe('granted');
    expect(decisionOfKey(requestKind, { status: 'pending' }, 'r')).toBe('rejected');
    expect(decisionOfKey(requestKind, { status: 'granted' }, 'r')).toBeUndefined();
  });

  it('the queue shows what waits, unless another state is asked for', () => {
    expect(statusesIn(undefined)).toEqual(['pending', 'needs_info']);
    expect(statusesIn('granted')).toEqual(['granted']);
    expect(statusesIn(undefined, 'a-request'), 'a group is seen together').toEqual(reviewedStatuses);
  });
});
