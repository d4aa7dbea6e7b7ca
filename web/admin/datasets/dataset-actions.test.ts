import { describe, expect, it } from 'vitest';
import { datasetStatuses, type Subset } from '../../../contract/catalogue.ts';
import { isReady, nextStatus } from './dataset-actions.ts';

describe('§4 dataset status flow (decisions §4: draft → published ⇄ withdrawn)', () => {
  it('never leads back to draft', () => {
    expect(datasetStatuses.map((status) => nextStatus(status).to)).toEqual([
      'published',
      'withdrawn',
      'published',
    ]);
  });
});

describe('look.md, one filled button a view: in the files of a draft it is the next step', () => {
  const file = {} as Subset;
  it.each([
    ['an empty draft: its files', 'draft', 0, [], false],
    ['a draft with a file, whose bytes may still be read: publishing', 'draft', 0, [file], true],
    ['a draft that is one ZIP: publishing', 'draft', 5, [], true],
    ['published: more files', 'published', 5, [file], false],
  ] as const)('%s', (_, status, size, subsetList, ready) => {
    expect(isReady({ dataset: { status, size }, subsetList })).toBe(ready);
  });
});
