import { test } from 'vitest';
import { malformedInput } from '../support/malformed.ts';

test(
  'fault: malformed input, 500 cases per family: no 5xx, no exit, memory under 512 MB',
  {
    timeout: 120_000,
  },
  () => malformedInput(500, 'SQLite'),
);
