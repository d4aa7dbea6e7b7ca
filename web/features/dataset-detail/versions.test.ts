import { describe, expect, it } from 'vitest';
import type { Dataset } from '../../../contract/catalogue.ts';
import { changesBetween, versionsOf } from './versions.ts';

const version = (id: string, publishedAt: string | null, name = 'Brain') =>
  ({ id, name, version: id, publishedAt, createdAt: '2026-01-01' }) as Dataset;

describe('issue 5, item 3: the version menu', () => {
  it('holds the versions of the same name, newest first, and the one looked at', () => {
    const catalogue = [
      version('1', '2026-02-01'),
      version('3', '2026-04-01'),
      version('x', '2026-05-01', 'Mouse'),
    ];
    const ids = (current: Dataset) => versionsOf(catalogue, current).map(({ id }) => id);
    expect(ids(version('3', '2026-04-01'))).toEqual(['3', '1']);
    expect(ids(version('2', '2026-03-01')), 'withdrawn, so not in the catalogue').toEqual(['3', '2', '1']);
    expect(ids(version('0', null))).toEqual(['3', '1', '0']);
  });
});

describe('issue 5, item 3: what changed', () => {
  const held = (path: string, files: Record<string, [size: number, sha256: string | null]>) => ({
    dataset: { path: `${path}.zip` },
    subsetList: Object.entries(files).map(([name, [size, sha256]]) => ({
      path: `${path}/${name}`,
      size,
      sha256,
    })),
  });
  it('by path below the dataset, size and checksum', () => {
    const older = held('brain/1', { a: [1, 'x'], b: [1, 'x'], c: [1, 'x'], d: [1, null], gone: [1, 'x'] });
    const newer = held('brain/2', { a: [1, 'x'], b: [1, 'y'], c: [2, 'x'], d: [1, 'x'], new: [1, 'x'] });
    expect(changesBetween(older, newer)).toEqual({
      added: ['new'],
      removed: ['gone'],
      changed: ['b', 'c'],
      unsure: ['d'],
      same: 1,
    });
  });
});
