import { expect, test } from 'vitest';
import { readers } from './readers.ts';
import { readersAgree } from './small-trees.ts';

// 190 of them are in small-trees.long.test.ts.
test('APPNOTE 6.3.10 and faults, "odd names": 20 random folders, accepted and equal in every reader', {
  timeout: 120_000,
}, async () => {
  expect(readers.length).toBeGreaterThan(0);
  await readersAgree(20);
});
