import { expect, it } from 'vitest';
import { transferTimes } from './transfer-times.ts';

it.each([
  [999_999_999, undefined],
  [1e9, 'about 13 min at 10 Mbit/s, 80 s at 100, 8 s at 1000'],
  [104e9, 'about 23 h at 10 Mbit/s, 2.3 h at 100, 14 min at 1000'],
  [214.7e9, 'about 48 h at 10 Mbit/s, 4.8 h at 100, 29 min at 1000'],
  [20e12, 'about 185 days at 10 Mbit/s, 19 days at 100, 44 h at 1000'],
])('look.md, Detail: the time that %d bytes take', (bytes, words) => {
  expect(transferTimes(bytes)).toBe(words);
});
