import { expect, it } from 'vitest';
import type { AdminVersion } from '../../../../contract/dataset-versions.ts';
import { versionBefore } from './before.ts';

const version = (number: string, status: AdminVersion['status'], filesPurged = false) =>
  ({ version: number, status, filesPurged }) as AdminVersion;

it('releases "Changes": compares with the newest older version that visitors have seen and that still has its files', () => {
  const versions = [
    version('2.1', 'draft'),
    version('2.0', 'draft'),
    version('1.2', 'withdrawn', true),
    version('1.1', 'withdrawn'),
    version('1.0', 'published'),
  ];
  expect(versions.map((each) => versionBefore(versions, each)?.version)).toEqual([
    '1.1',
    '1.1',
    undefined,
    '1.0',
    undefined,
  ]);
});
