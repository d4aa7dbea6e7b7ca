import { describe, expect, it } from 'vitest';
import { authorsAsRows, rowsOf, textOf, tidied, tidyLists } from './rows.ts';

describe('releases "Identifiers": lists in the form', () => {
  it('sends no blank row and no empty field, and keeps the order', () => {
    const typed = textOf([
      { name: '', orcid: ' ' },
      { name: 'Lovelace, Ada', orcid: '', ror: '05dxps055' },
      { name: '', affiliation: 'Somewhere' },
    ]);
    expect(JSON.parse(tidied(typed))).toEqual([
      { name: 'Lovelace, Ada', ror: '05dxps055' },
      { affiliation: 'Somewhere' },
    ]);
  });

  it('takes a relation alone for a blank row', () => {
    expect(tidied(textOf([{ doi: '', relation: 'Cites' }]))).toBe('[]');
    expect(tidied(textOf([{ doi: '10.1/x', relation: 'Cites' }]))).not.toBe('[]');
  });

  it('tidies each list and leaves the other values', () => {
    const blank = textOf([{ name: '' }]);
    expect(tidyLists({ doi: ' ', authorList: blank, funders: '[]', relatedWorks: 'no list' })).toEqual({
      doi: ' ',
      authorList: '[]',
      funders: '[]',
      relatedWorks: '[]',
    });
  });

  it('reads what is no list as none', () => {
    for (const text of ['', 'x', '{}', 'null', '[1, null]']) expect(rowsOf(text), text).toEqual([]);
  });

  it('takes the names from the specified text', () => {
    expect(authorsAsRows('Lovelace, Ada; Hopper, Grace;')).toEqual([
      { name: 'Lovelace, Ada' },
      { name: 'Hopper, Grace' },
    ]);
  });
});
