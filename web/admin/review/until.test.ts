import { expect, it } from 'vitest';
import { formatTime } from '../../ui/format.ts';
import { chosenEnd, endOfDay, tomorrow } from './until.ts';

it('an approval may end tomorrow at the earliest, also over the end of a month', () => {
  expect(tomorrow(new Date(2026, 0, 31, 23, 59))).toBe('2026-02-01');
});

it("the chosen day is still good, in the reader's own time", () => {
  expect(formatTime(endOfDay('2027-01-31'))).toBe('2027-01-31 23:59:59');
});

it('an end that was set can be taken away again; a day that is over is no end', () => {
  const now = new Date(2027, 0, 30, 12);
  expect(chosenEnd('2027-01-31', false, now)).toBe(endOfDay('2027-01-31'));
  expect(chosenEnd('2027-01-31', true, now)).toBeNull();
  expect(chosenEnd('', true, now)).toBeNull();
  expect([chosenEnd('', false, now), chosenEnd('2027-01-30', false, now)]).toEqual([undefined, undefined]);
});
