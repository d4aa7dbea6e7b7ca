import { describe, expect, it } from 'vitest';
import {
  abbreviate,
  formatCount,
  formatDay,
  formatSize,
  formatSizeShort,
  formatTime,
  formatUtcDay,
  plural,
  shortHash,
  toDate,
} from './format.ts';
import { formatAgo } from './format-ago.ts';

describe('§9 "Large numbers are abbreviated with k, M, G, T, P, E"', () => {
  it.each([
    [0, '0'],
    [1, '1'],
    [999, '999'],
    [1_000, '1k'],
    [1_049, '1k'],
    [1_050, '1.1k'],
    [1_234, '1.2k'],
    [999_949, '999.9k'],
    [999_950, '1M'],
    [2_500_000, '2.5M'],
    [999_950_000, '1G'],
    [3e9, '3G'],
    [4.04e12, '4T'],
    [5e15, '5P'],
    [6e18, '6E'],
    [999e18, '999E'],
    [1e21, '1,000E'],
    [-1_234, '-1.2k'],
    [-999_950, '-1M'],
    [-5, '-5'],
    [0.4, '0.4'],
    [Number.NaN, '–'],
    [Number.POSITIVE_INFINITY, '–'],
  ])('%d → %s', (value, text) => {
    expect(abbreviate(value)).toBe(text);
  });

  it('a count is written out, with its word', () => {
    expect(formatCount(1_234_567)).toBe('1,234,567');
    expect([plural(0, 'user', 'users'), plural(1, 'user', 'users'), plural(2_000, 'user', 'users')]).toEqual([
      '0 users',
      '1 user',
      '2,000 users',
    ]);
  });
});

describe('sizes, SI and binary, by the letters of §9', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1_000, '1 kB (1,000 B)'],
    [999_950, '1 MB (976.5 KiB)'],
    [214_748_364_800, '214.7 GB (200 GiB)'],
    [1024 ** 4, '1.1 TB (1 TiB)'],
    [1e21, '1,000 EB (867.4 EiB)'],
    [-5, '-5 B'],
    [Number.NaN, '–'],
  ])('%d → %s', (value, text) => {
    expect(formatSize(value)).toBe(text);
  });

  it('SI alone, where room is short', () => {
    expect([0, 999, 999_950, 6e18].map(formatSizeShort)).toEqual(['0 B', '999 B', '1 MB', '6 EB']);
    expect(formatSizeShort(Number.NaN)).toBe('–');
  });
});

describe('§9 "Timestamps of 10 digits are treated as seconds"', () => {
  it.each([
    ['10 digits', 1_767_225_600, '2026-01-01T00:00:00.000Z'],
    ['10 digits as text', '1767225600', '2026-01-01T00:00:00.000Z'],
    ['10 digits and a fraction', 1_767_225_600.5, '2026-01-01T00:00:00.500Z'],
    ['the least of 10 digits', 1_000_000_000, '2001-09-09T01:46:40.000Z'],
    ['the most of 10 digits', 9_999_999_999, '2286-11-20T17:46:39.000Z'],
    ['13 digits: milliseconds', 1_767_225_600_000, '2026-01-01T00:00:00.000Z'],
    ['13 digits as text', '1767225600000', '2026-01-01T00:00:00.000Z'],
    ['11 digits: milliseconds', 10_000_000_000, '1970-04-26T17:46:40.000Z'],
    ['9 digits: milliseconds', 999_999_999, '1970-01-12T13:46:39.999Z'],
    ['0', 0, '1970-01-01T00:00:00.000Z'],
    ['before 1970, 10 digits', -1_000_000_000, '1938-04-24T22:13:20.000Z'],
    ['ISO 8601', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000Z'],
  ])('%s', (_, time, iso) => {
    expect(toDate(time).toISOString()).toBe(iso);
  });

  it('what is no time is an invalid date, and a dash for people', () => {
    for (const time of ['', 'yesterday', '2026-13-01', Number.NaN]) {
      expect(toDate(time).getTime()).toBeNaN();
      const texts = [formatTime(time), formatDay(time), formatUtcDay(time), formatAgo(time)];
      expect(texts, String(time)).toEqual(['–', '–', '–', '–']);
    }
  });
});

describe('§9 "Default time format year-month-day hour:minute:second"', () => {
  it("two digits each, in the reader's time zone", () => {
    expect(formatTime('2026-03-04T05:06:07')).toBe('2026-03-04 05:06:07');
    expect(formatTime('2026-12-31T23:59:59.999')).toBe('2026-12-31 23:59:59');
    expect(formatTime('2026-01-01T00:00:00')).toBe('2026-01-01 00:00:00');
    expect(formatDay('2026-03-04T23:59:59')).toBe('2026-03-04');
  });

  it('of a timestamp of 10 digits the same as of its milliseconds', () => {
    expect(formatTime(1_767_225_600)).toBe(formatTime(1_767_225_600_000));
  });

  it('a day of a page rendered on the server is that of UTC, wherever it is read', () => {
    expect(formatUtcDay('2026-03-04T23:59:59.999Z')).toBe('2026-03-04');
    expect(formatUtcDay('2026-03-04T00:00:00+14:00')).toBe('2026-03-03');
  });
});

describe('§9 "Relative time is shown in minutes, hours or days"', () => {
  const now = new Date('2026-03-10T12:00:00Z');
  const ago = (seconds: number) => formatAgo(now.getTime() - seconds * 1_000, now);
  const [minute, hour, day] = [60, 3_600, 86_400];
  it.each([
    [0, 'just now'],
    [59, 'just now'],
    [59.999, 'just now'],
    [minute, '1 minute ago'],
    [2 * minute - 1, '1 minute ago'],
    [59 * minute, '59 minutes ago'],
    [hour - 1, '59 minutes ago'],
    [hour, '1 hour ago'],
    [day - 1, '23 hours ago'],
    [day, '1 day ago'],
    [7 * day + hour, '7 days ago'],
    [1_000 * day, '1,000 days ago'],
    // Slightly differing clocks.
    [-59, 'just now'],
  ])('%d s ago: %s', (seconds, text) => {
    expect(ago(seconds)).toBe(text);
  });

  it('takes 10 digits as seconds, too', () => {
    expect(formatAgo(now.getTime() / 1_000 - 3 * hour, now)).toBe('3 hours ago');
  });

  it('what is to come is told by its time', () => {
    expect(ago(-hour)).toBe(formatTime(now.getTime() + hour * 1_000));
  });
});

it('a short hash shows both ends', () => {
  expect(shortHash(`3f9a${'0'.repeat(58)}c1`)).toBe('3f9a…c1');
});
