import { describe, expect, test } from 'vitest';
import { TRICKS } from '../../contract/characters.ts';
import { fc } from '../../tests/support/properties.ts';
import { nameInHeader } from '../testing/disposition.ts';
import { contentDisposition } from './disposition.ts';

const marks = [...'\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'];
const tricks = new RegExp(`[${TRICKS}]`, 'gu');

describe('RFC 6266: Content-Disposition', () => {
  test('plain names stay plain', () => {
    expect(contentDisposition('train.csv')).toBe('attachment; filename="train.csv"');
    expect(contentDisposition('two words.csv')).toBe('attachment; filename="two words.csv"');
  });

  test('other names get an ASCII form and the exact one', () => {
    expect(contentDisposition('naïve.csv')).toBe(
      `attachment; filename="na_ve.csv"; filename*=UTF-8''na%C3%AFve.csv`,
    );
    expect(contentDisposition('a"b.csv')).toBe(
      `attachment; filename="a\\"b.csv"; filename*=UTF-8''a%22b.csv`,
    );
    expect(contentDisposition('100%.csv')).toBe(
      `attachment; filename="100%.csv"; filename*=UTF-8''100%25.csv`,
    );
    expect(contentDisposition("it's (1)*.csv")).toBe(`attachment; filename="it's (1)*.csv"`);
  });

  test('threats row 30: no mark that turns the direction of text, no control character', () => {
    for (const mark of [...marks, '\u0000', '\n', '\u007f', '\u0085'])
      expect(nameInHeader(contentDisposition(`a${mark}gpj.exe`)), escape(mark)).toBe('agpj.exe');
  });

  test('threats row 30: any name is one valid header that says it, without the tricks', () => {
    const odd = fc.constantFrom(
      '"',
      '\\',
      '\r\n',
      ...marks,
      '%',
      "'",
      ';',
      '\ud800',
      'é',
      '🙂',
      'a',
      '/',
      '=',
      '\u0000',
      '*',
    );
    const name = fc.oneof(
      fc.string(),
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary' }),
      fc.array(odd).map((list) => list.join('')),
    );
    fc.assert(
      fc.property(name, (text) => {
        const header = contentDisposition(text);
        expect(header).toMatch(/^[\x20-\x7e]+$/);
        expect(nameInHeader(header)).toBe(text.replace(tricks, '').toWellFormed() || 'download');
      }),
      { numRuns: 5_000 },
    );
  });
});
