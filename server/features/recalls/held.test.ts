import { describe, expect, test } from 'vitest';
import { hasBit, holding, type Place } from './held.ts';

/** Two files in a ZIP: a header of 30 bytes before each. */
const sizes = [10, 20];
const zip: Place[] = [
  { target: 0, start: 30 },
  { target: 1, start: 70 },
];

const heldAfter = (...records: [ranges: [number, number][], places: Place[]][]) => {
  const person = holding(sizes);
  for (const [ranges, places] of records) person.addRanges(ranges, places);
  return [person.extentOf(0), person.extentOf(1)];
};

describe('access.md, Recall: what of a file the ranges of a record hold', () => {
  test.each<[string, [number, number][], string, string]>([
    ['nothing was sent', [], 'none', 'none'],
    ['headers alone', [[0, 30]], 'none', 'none'],
    ['up to the byte before a file', [[40, 70]], 'none', 'none'],
    ['its first byte', [[0, 31]], 'partial', 'none'],
    ['its last byte', [[39, 70]], 'partial', 'none'],
    ['all but its last byte', [[0, 39]], 'partial', 'none'],
    ['exactly one file', [[30, 40]], 'whole', 'none'],
    ['the end of one and the beginning of the next', [[35, 71]], 'partial', 'partial'],
    ['everything', [[0, 100]], 'whole', 'whole'],
    [
      'pieces in any order that join',
      [
        [35, 90],
        [0, 35],
      ],
      'whole',
      'whole',
    ],
    [
      'pieces with a byte missing',
      [
        [0, 34],
        [35, 90],
      ],
      'partial',
      'whole',
    ],
    ['an empty range', [[33, 33]], 'none', 'none'],
    ['far beyond', [[90, 1_000]], 'none', 'none'],
  ])('%s', (_, ranges, first, second) => {
    expect(heldAfter([ranges, zip])).toEqual([first, second]);
  });

  test('two records of different objects add up to the whole', () => {
    const alone: Place[] = [{ target: 1, start: 0 }];
    expect(heldAfter([[[70, 80]], zip], [[[10, 20]], alone])).toEqual(['none', 'whole']);
    expect(heldAfter([[[70, 80]], zip], [[[11, 20]], alone])).toEqual(['none', 'partial']);
  });

  test('the same bytes at two places of one object are one file', () => {
    const twice: Place[] = [
      { target: 0, start: 0 },
      { target: 0, start: 10 },
    ];
    expect(heldAfter([[[0, 4]], twice])).toEqual(['partial', 'none']);
    expect(heldAfter([[[4, 14]], twice])).toEqual(['whole', 'none']);
    expect(heldAfter([[[5, 14]], twice])).toEqual(['partial', 'none']);
  });

  test('what is whole stays whole', () => {
    const person = holding(sizes);
    person.addRanges([[30, 35]], zip);
    person.addWhole(0);
    person.addRanges([[36, 37]], zip);
    expect(person.held()).toEqual({ whole: [0], partial: [] });
  });

  test('bits of a bitmap, and none beyond its end', () => {
    const bits = Uint8Array.of(0b0000_0101, 0b1000_0000);
    expect([0, 1, 2, 14, 15, 16, 400].map((i) => hasBit(bits, i))).toEqual([
      true,
      false,
      true,
      false,
      true,
      false,
      false,
    ]);
  });
});
