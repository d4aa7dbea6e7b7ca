import { expect, test } from 'vitest';
import { readers } from './readers.ts';
import { readersAgree } from './small-trees.ts';

test('APPNOTE 6.3.10 and faults, "odd names": 190 random folders, accepted and equal in every reader', async () => {
  expect(readers.length).toBeGreaterThan(0);
  await readersAgree(190);
});
