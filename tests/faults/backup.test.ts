import { test } from 'vitest';
import { backupsUnderWrites } from '../support/backups.ts';

test('fault: backup under writes: a restore is clean, each object’s blob there and equal', () =>
  backupsUnderWrites(1));
