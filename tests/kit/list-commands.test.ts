/** @module-tag guards */
import { describe } from 'vitest';
import { provesManyFiles } from './many-files.suite.ts';

describe('issue 18: many files by one pasted command, over a line that breaks', { timeout: 300_000 }, () =>
  provesManyFiles({ count: 1_500, size: 20_000, changed: 30, cut: 500_000 }),
);
