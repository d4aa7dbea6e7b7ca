import { describe, expect, it } from 'vitest';
import { pagesShown } from './pages-shown.ts';

describe('§9 the pager', () => {
  it('shows every page while there are few', () => {
    expect(pagesShown(1, 1)).toEqual([1]);
    expect(pagesShown(4, 7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('always shows the first, the last, the current and its neighbours, in seven places', () => {
    expect(pagesShown(1, 20)).toEqual([1, 2, 3, 4, 5, undefined, 20]);
    expect(pagesShown(10, 20)).toEqual([1, undefined, 9, 10, 11, undefined, 20]);
    expect(pagesShown(20, 20)).toEqual([1, undefined, 16, 17, 18, 19, 20]);
    for (let page = 1; page <= 20; page++) {
      const shown = pagesShown(page, 20);
      expect(shown).toHaveLength(7);
      expect(shown).toContain(page);
    }
  });
});
