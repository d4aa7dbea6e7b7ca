import { describe, expect, it } from 'vitest';
import { rangeOf } from './use-selection.ts';

const ids = ['a', 'b', 'c', 'd'];

describe('look, review queue: Shift selects a range of the page', () => {
  it('takes what lies between, in either direction', () => {
    expect(rangeOf(ids, 'b', 'd')).toEqual(['b', 'c', 'd']);
    expect(rangeOf(ids, 'd', 'b')).toEqual(['b', 'c', 'd']);
  });

  it('takes the row alone when the other end is not on the page', () => {
    expect(rangeOf(ids, undefined, 'c')).toEqual(['c']);
    expect(rangeOf(ids, 'gone', 'c')).toEqual(['c']);
  });
});
