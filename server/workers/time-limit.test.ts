import { expect, test } from 'vitest';
import { timeLimited } from './time-limit.ts';

const TOO_LONG = expect.objectContaining({ code: 'ERR_SCRIPT_EXECUTION_TIMEOUT' });

test('threats 33: the limit ends a regular expression that backtracks, and an endless loop; the thread goes on', () => {
  // Exponential backtracking: would not end in a lifetime.
  const matches = timeLimited((text: string) => /^(a+)+$/.test(text), 50);
  expect(() => matches(`${'a'.repeat(100)}!`)).toThrow(TOO_LONG);
  const endless = timeLimited(() => {
    for (;;);
  }, 50);
  expect(() => endless(undefined)).toThrow(TOO_LONG);
  expect(timeLimited((text: string) => /^(a+)+$/.test(text), 60_000)('aaa')).toBe(true);
});

test('what is thrown within the limit comes through as it is', () => {
  const broken = new TypeError('the parser broke');
  const failing = timeLimited(() => {
    throw broken;
  }, 60_000);
  expect(() => failing(undefined)).toThrow(broken);
});
