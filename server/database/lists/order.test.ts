import { expect, test } from 'vitest';
import { type Matches, Order } from './order.ts';

/** Several blocks, the last of them not full. */
const ROWS = 20_000;
/** Many share a value: the place decides between them. */
const values = Uint16Array.from({ length: ROWS }, (_, place) => (place * 7_919) % 1_009);
const compare = (a: number, b: number) => (values[a] ?? 0) - (values[b] ?? 0) || a - b;

function orderOfAll(): Order {
  const order = new Order(compare);
  order.rebuild(Array(ROWS).keys(), ROWS);
  return order;
}

/** A 1 at the place of each that matches. */
const matchesOf = (matches: (place: number) => boolean): Matches => {
  const flags = Uint8Array.from({ length: ROWS }, (_, place) => Number(matches(place)));
  return { flags, count: flags.reduce((sum, flag) => sum + flag, 0) };
};

const kinds: [name: string, matches: Matches | undefined][] = [
  ['all', undefined],
  ['every third', matchesOf((place) => place % 3 === 0)],
  ['the least', matchesOf((place) => (values[place] ?? 0) < 300)],
  ['the greatest', matchesOf((place) => (values[place] ?? 0) > 700)],
  ['few of many', matchesOf((place) => place % 97 === 0)],
  ['all, one by one', matchesOf(() => true)],
  ['none', matchesOf(() => false)],
];

test.each(kinds)('any page in either direction, and again what was counted before: %s', (_, matches) => {
  const order = orderOfAll();
  const sorted = Array.from({ length: ROWS }, (_, place) => place)
    .filter((place) => !matches || matches.flags[place] === 1)
    .sort(compare);
  for (const descending of [false, true]) {
    const expected = descending ? sorted.toReversed() : sorted;
    const { length } = expected;
    for (const offset of [
      0,
      20,
      length >> 2,
      length >> 1,
      (length >> 1) + 1,
      length - 30,
      length - 1,
      length,
    ])
      for (const size of [1, 20, 5_000])
        expect(order.page(matches, { offset: Math.max(0, offset), size, descending })).toEqual(
          expected.slice(Math.max(0, offset), Math.max(0, offset) + size),
        );
  }
});
