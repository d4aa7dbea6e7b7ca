import { describe } from 'vitest';
import { provesManyFiles } from './many-files.suite.ts';

describe('issue 18: 100,000 files, 2 GiB, by one pasted command, over a line that breaks every 20 MB', () =>
  provesManyFiles({ count: 100_000, size: 21_475, changed: 300, cut: 20_000_000 }));
