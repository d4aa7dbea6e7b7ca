import { expect, it } from 'vitest';
import { formatWait } from './format-wait.ts';

it.each([
  [0.2, 'less than an hour'],
  [1, '1 hour'],
  [5.1, '6 hours'],
  [35.9, '36 hours'],
  [36, '2 days'],
  [49, '3 days'],
])('a wait of %d hours: %s', (hours, words) => {
  expect(formatWait(hours)).toBe(words);
});
