import { expect, it } from 'vitest';
import { suggestVersion } from './suggest-version.ts';

it.each([
  ['1.0', ['1.0'], '1.1'],
  ['1.0', ['1.0', '1.1', '1.2'], '1.3'],
  ['1.9', ['1.9'], '1.10'],
  ['2', ['2'], '3'],
  ['v3', [], 'v4'],
  ['2024-05', ['2024-05'], '2024-06'],
  ['2024-09', [], '2024-10'],
  ['first', [], ''],
  ['', [], ''],
  ['1.0-rc', [], ''],
])('releases "newVersion": after %s with %j comes %s', (from, taken, next) => {
  expect(suggestVersion(from, taken)).toBe(next);
});
