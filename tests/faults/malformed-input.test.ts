import { test } from 'vitest';
import { LONG } from '../support/guards.ts';
import { malformedInput } from '../support/malformed.ts';

for (const [cases, options] of [
  [50, {}],
  [500, LONG],
] as const)
  test(
    `fault: malformed input, ${cases} cases per family: no 5xx, no exit, memory under 512 MB`,
    {
      ...options,
      timeout: 120_000,
    },
    () => malformedInput(cases, 'SQLite'),
  );
