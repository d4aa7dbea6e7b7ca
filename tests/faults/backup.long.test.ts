import { test } from 'vitest';
import { backupsUnderWrites } from '../support/backups.ts';

test('fault: backup under writes: 20 of 20 restores are clean', () => backupsUnderWrites(20));
