import { test } from 'vitest';
import { backupsUnderWrites } from '../support/backups.ts';

test(
  'fault: backup under writes: 2 of 2 restores are clean, each object’s blob there and equal',
  {
    timeout: 60_000,
  },
  () => backupsUnderWrites(2),
);
