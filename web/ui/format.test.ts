import { describe, expect, it } from 'vitest';
import { abbreviate, formatAgo, formatSize, formatTime, formatUtcDay, shortHash, toDate } from './format.ts';

describe('§9 large numbers are abbreviated with k, M, G, T, P, E', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1_000, '1k'],
    [1_234, '1.2k'],
    [999_949, '999.9k'],
    [999_950, '1M'],
    [2_500_000, '2.5M'],
    [3e9, '3G'],
    [4.04e12, '4T'],
    [5e15, '5P'],
    [6e18, '6E'],
  ])('%d → %s', (value, text) => {
    expect(abbreviate(value)).toBe(text);
  });
});

describe('sizes, SI and binary', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1_000, '1 kB (1,000 B)'],
    [214_748_364_800, '214.7 GB (200 GiB)'],
    [1024 ** 4, '1.1 TB (1 TiB)'],
  ])('%d → %s', (value, text) => {
    expect(formatSize(value)).toBe(text);
  });
});

describe('§9 times', () => {
  it('timestamps of 10 digits are treated as seconds', () => {
    expect(toDate(1_767_225_600).toISOString()).toBe('2026-01-01T00:00:00.000Z');
    expect(toDate('1767225600').toISOString()).toBe('2026-01-01T00:00:00.000Z');
    expect(toDate(1_767_225_600_000).toISOString()).toBe('2026-01-01T00:00:00.000Z');
  });
  it('the default format is year-month-day hour:minute:second', () => {
    expect(formatTime('2026-03-04T05:06:07')).toBe('2026-03-04 05:06:07');
  });
  it('a day of a page rendered on the server is that of UTC, wherever it is read', () => {
    expect(formatUtcDay('2026-03-04T23:59:59.999Z')).toBe('2026-03-04');
    expect(formatUtcDay('2026-03-04T00:00:00+14:00')).toBe('2026-03-03');
  });
  it('relative time is shown in minutes, hours or days', () => {
    const now = new Date('2026-03-10T12:00:00Z');
    const ago = (time: string) => formatAgo(time, now);
    expect(ago('2026-03-10T11:59:30Z')).toBe('just now');
    expect(ago('2026-03-10T11:59:00Z')).toBe('1 minute ago');
    expect(ago('2026-03-10T09:00:00Z')).toBe('3 hours ago');
    expect(ago('2026-03-03T11:00:00Z')).toBe('7 days ago');
  });
});

it('a short hash shows both ends', () => {
  expect(shortHash(`3f9a${'0'.repeat(58)}c1`)).toBe('3f9a…c1');
});
