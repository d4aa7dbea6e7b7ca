import { describe, expect, it } from 'vitest';
import { userStatuses } from '../../../../contract/session.ts';
import { stepsOf } from './application-steps.ts';

describe('look.md: Submitted → In review → Approved or Rejected', () => {
  const seen = Object.fromEntries(
    userStatuses.map((status) => [status, stepsOf(status).map(({ name, state }) => `${name}: ${state}`)]),
  );
  it('a waiting application is in review', () => {
    expect(seen.pending).toEqual(['Submitted: done', 'In review: current', 'Approved: upcoming']);
  });
  it('what was asked for stands in the place of the review', () => {
    expect(seen.needs_info?.[1]).toBe('More information is needed: current');
  });
  it('a decision ends it, with its own name', () => {
    expect(seen.approved?.[2]).toBe('Approved: done');
    expect(seen.rejected?.[2]).toBe('Rejected: refused');
    expect(seen.suspended?.[2]).toBe('Suspended: refused');
    expect(seen.expired?.[2]).toBe('Expired: refused');
  });
});
