import { test } from 'vitest';
import { backupsUnderWrites } from '../support/backups.ts';

test(
  'fault: backup under writes: 3 of 3 restores are clean, each object’s blob there and equal',
  {
    timeout: 60_000,
  },
  () => backupsUnderWrites(3),
);
