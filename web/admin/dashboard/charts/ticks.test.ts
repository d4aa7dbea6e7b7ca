import { expect, it } from 'vitest';
import { ticksTo } from './ticks.ts';

it('look.md: an axis ends at the highest figure, and tells no half of a download', () => {
  expect(ticksTo(4)).toEqual([0, 2, 4]);
  expect(ticksTo(5)).toEqual([0, 5]);
  expect(ticksTo(1)).toEqual([0, 1]);
  expect(ticksTo(1_234_567)).toEqual([0, 617_284, 1_234_567]);
  expect(ticksTo(0)).toEqual([0]);
});
