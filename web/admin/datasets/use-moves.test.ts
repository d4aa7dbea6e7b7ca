import { describe, expect, it } from 'vitest';
import { withMoved } from './use-moves.ts';

describe('issue 6, reorder: a row at another place', () => {
  const rows = ['a', 'b', 'c', 'd'];

  it('moves up, down and to either end; the others keep their order', () => {
    expect(withMoved(rows, 3, 0)).toEqual(['d', 'a', 'b', 'c']);
    expect(withMoved(rows, 0, 3)).toEqual(['b', 'c', 'd', 'a']);
    expect(withMoved(rows, 1, 2)).toEqual(['a', 'c', 'b', 'd']);
    expect(rows, 'what was given stays').toEqual(['a', 'b', 'c', 'd']);
  });

  it('leaves all as it is when there is no such row', () => {
    expect(withMoved(rows, 9, 0)).toEqual(rows);
  });
});
