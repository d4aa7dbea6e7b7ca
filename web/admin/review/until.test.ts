import { expect, it } from 'vitest';
import { formatTime } from '../../ui/format.ts';
import { endOfDay, tomorrow } from './until.ts';

it('an approval may end tomorrow at the earliest, also over the end of a month', () => {
  expect(tomorrow(new Date(2026, 0, 31, 23, 59))).toBe('2026-02-01');
});

it("the chosen day is still good, in the reader's own time", () => {
  expect(formatTime(endOfDay('2027-01-31'))).toBe('2027-01-31 23:59:59');
});
