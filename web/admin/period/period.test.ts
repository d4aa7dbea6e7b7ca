import { describe, expect, it } from 'vitest';
import { addDays, daysOf, isDay, periodBefore, presetOf } from './period.ts';

const at = (time: string) => new Date(time);

describe('decisions §1: `from` is inclusive, `to` exclusive, both UTC days', () => {
  const now = at('2026-03-01T00:30:00Z');
  it.each([
    ['7d', '2026-02-23', '2026-03-02'],
    ['30d', '2026-01-31', '2026-03-02'],
    ['90d', '2025-12-02', '2026-03-02'],
    ['month', '2026-03-01', '2026-03-02'],
    ['last-month', '2026-02-01', '2026-03-01'],
    ['year', '2026-01-01', '2026-03-02'],
  ] as const)('%s', (preset, from, to) => {
    expect(daysOf(preset, now)).toEqual({ from, to });
    expect(presetOf({ from, to }, [preset], now)).toBe(preset);
  });

  it('the day is that of UTC, whatever the clock on the wall says', () => {
    expect(daysOf('month', at('2026-02-28T23:59:59.999Z'))).toEqual({ from: '2026-02-01', to: '2026-03-01' });
    expect(daysOf('month', at('2026-03-01T08:00:00+09:00'))).toEqual({
      from: '2026-02-01',
      to: '2026-03-01',
    });
  });

  it('the period before is as long, and ends where this one begins', () => {
    expect(periodBefore({ from: '2026-03-01', to: '2026-03-31' })).toEqual({
      from: '2026-01-30',
      to: '2026-03-01',
    });
  });

  it('last month of January lies in the year before, of a leap year has 29 days', () => {
    expect(daysOf('last-month', at('2026-01-15T12:00:00Z'))).toEqual({
      from: '2025-12-01',
      to: '2026-01-01',
    });
    expect(daysOf('last-month', at('2028-03-15T12:00:00Z'))).toEqual({
      from: '2028-02-01',
      to: '2028-03-01',
    });
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  });

  it('other days are no preset', () => {
    expect(presetOf({ from: '2026-02-02', to: '2026-03-01' }, ['month', 'last-month'], now)).toBeUndefined();
    expect(presetOf({}, ['month'], now)).toBeUndefined();
  });
});

it.each([
  ['2026-02-28', true],
  ['2026-02-29', false],
  ['2026-2-28', false],
  ['2026-13-01', false],
  ['', false],
  [null, false],
])('%j is a day: %s', (text, is) => {
  expect(isDay(text)).toBe(is);
});
