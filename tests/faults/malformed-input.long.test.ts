import { test } from 'vitest';
import { onEachDatabase } from '../../server/testing/databases.ts';
import { malformedInput } from '../support/malformed.ts';

onEachDatabase('fault: malformed input', (database) => {
  test('50,000 cases per family: no 5xx, no exit, memory under 512 MB', () =>
    malformedInput(50_000, database));
});
