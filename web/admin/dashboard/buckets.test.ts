import { describe, expect, it } from 'vitest';
import { inSteps, stepFor } from './buckets.ts';

const days = (from: string, count: number) =>
  Array.from({ length: count }, (_, i) => ({
    date: new Date(Date.parse(from) + i * 86_400_000).toISOString().slice(0, 10),
    count: 1,
    bytes: 10,
  }));

describe('charts of many days: sums of weeks or months', () => {
  it('days as long as they can be told apart', () => {
    expect([7, 30, 92, 93, 366, 644, 645, 3_660].map(stepFor)).toEqual([
      'day',
      'day',
      'day',
      'week',
      'week',
      'week',
      'month',
      'month',
    ]);
    const rows = days('2026-03-01', 3);
    expect(inSteps(rows, 'day')).toEqual(rows);
  });

  it('weeks begin on Monday; the first and the last may be short', () => {
    // 2026-03-01 is a Sunday.
    expect(inSteps(days('2026-03-01', 10), 'week')).toEqual([
      { date: '2026-02-23', count: 1, bytes: 10 },
      { date: '2026-03-02', count: 7, bytes: 70 },
      { date: '2026-03-09', count: 2, bytes: 20 },
    ]);
  });

  it('months begin on their first day', () => {
    expect(inSteps(days('2028-01-31', 31), 'month')).toEqual([
      { date: '2028-01-01', count: 1, bytes: 10 },
      { date: '2028-02-01', count: 29, bytes: 290 },
      { date: '2028-03-01', count: 1, bytes: 10 },
    ]);
  });

  it('loses nothing and leaves the days as they were', () => {
    const rows = days('2020-01-01', 1_000);
    for (const step of ['day', 'week', 'month'] as const)
      expect(inSteps(rows, step).reduce((sum, row) => sum + row.count, 0)).toBe(1_000);
    expect(rows.every((row) => row.count === 1)).toBe(true);
  });
});
