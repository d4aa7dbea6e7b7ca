import { describe, expect, it } from 'vitest';
import { daysLeft } from './days-left.ts';

const now = Date.parse('2026-03-01T12:00:00Z');

describe('decisions §4: the trash keeps for 30 days', () => {
  it('says how many days are left', () => {
    expect(daysLeft('2026-03-31T12:00:00Z', now)).toBe(30);
    expect(daysLeft('2026-03-31T11:59:59Z', now), 'a moment later').toBe(30);
    expect(daysLeft('2026-03-03T11:00:00Z', now)).toBe(2);
    expect(daysLeft('2026-03-01T20:00:00Z', now), 'on the last day').toBe(0);
    expect(daysLeft('2026-02-01T00:00:00Z', now), 'late').toBe(0);
  });
});
