import { expect, test } from 'vitest';
import { path, updateDataset } from './dataset-admin.ts';

const sortOf = (sort: unknown) => updateDataset.body?.safeParse({ sort });

test('updateDataset: sort is a whole number, or in a form its digits; nothing else passes for one', () => {
  for (const [given, read] of [
    [7, 7],
    ['7', 7],
    ['-5', -5],
    [-1_000_000, -1_000_000],
  ])
    expect(sortOf(given)?.data, String(given)).toEqual({ sort: read });
  for (const given of [
    '',
    ' ',
    true,
    false,
    null,
    [],
    [7],
    {},
    1.5,
    '1.5',
    '1e3',
    '0x10',
    1_000_001,
    '1000001',
  ])
    expect(sortOf(given)?.success, JSON.stringify(given)).toBe(false);
});

test('threat 30: a path has no mark that turns the direction of text', () => {
  for (const mark of '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069')
    expect(path.safeParse(`a${mark}b`).success, mark.codePointAt(0)?.toString(16)).toBe(false);
  expect(path.safeParse('عربي/ملف.csv').success, 'right-to-left letters are names like any').toBe(true);
});
