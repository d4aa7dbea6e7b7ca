import { test } from 'vitest';
import { LONG } from '../support/guards.ts';
import { readers } from './readers.ts';
import { readersAgree } from './small-trees.ts';

// 190 of them are in small-trees.long.test.ts.
for (const [trees, options] of [
  [5, {}],
  [20, LONG],
] as const)
  test(`APPNOTE 6.3.10 and faults, "odd names": ${trees} random folders, accepted and equal in every reader`, {
    ...options,
    timeout: 120_000,
    // Each reader that is missing has said so, and CI wants them all.
    skip: readers.length === 0,
  }, async () => {
    await readersAgree(trees);
  });
