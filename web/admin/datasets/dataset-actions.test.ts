import { describe, expect, it } from 'vitest';
import { datasetStatuses } from '../../../contract/catalogue.ts';
import { nextStatus } from './dataset-actions.ts';

describe('§4 dataset status flow (decisions §4: draft → published ⇄ withdrawn)', () => {
  it('never leads back to draft', () => {
    expect(datasetStatuses.map((status) => nextStatus(status).to)).toEqual([
      'published',
      'withdrawn',
      'published',
    ]);
  });
});
