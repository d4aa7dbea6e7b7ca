import { describe, expect, it } from 'vitest';
import { namingLines, textsOf, wrongLines } from './lines.ts';

describe('lists typed line by line', () => {
  it('empty lines and blanks around an entry are no entries', () => {
    expect(textsOf(' a.edu \n\n\tb.edu\r\n  ')).toEqual(['a.edu', 'b.edu']);
    expect(textsOf('')).toEqual([]);
  });

  it('decisions §1: a refused entry is found on the line where the person typed it', () => {
    const errors = [
      { path: 'domains.1', message: 'Enter a domain such as university.edu.' },
      { path: 'addresses.0', message: 'other' },
      { path: 'domains', message: 'too many' },
    ];
    expect(wrongLines(errors, 'domains', 'a.edu\n\nnot a domain')).toEqual([
      { number: 3, text: 'not a domain', message: 'Enter a domain such as university.edu.' },
    ]);
    expect(
      namingLines(errors, { domains: 'a.edu\n\nnot a domain', addresses: '' }).map(({ message }) => message),
    ).toEqual(['Line 3 (not a domain): Enter a domain such as university.edu.', 'other', 'too many']);
  });
});
