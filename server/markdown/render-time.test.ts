// @module-tag guards

import { beforeAll, expect, test } from 'vitest';
import { LONG } from '../../tests/support/guards.ts';
import { hostileFamilies, randomFamilies, threadTime } from '../testing/hostile.ts';
import { render } from './render.ts';

const LONGEST = 50_000;
/** Below this, ms for a quarter of the longest, the clock and the compiler say more than the text. */
const FLOOR = 5;
/** Doubled twice, and each at most tripled: what grows with the square takes 16 times as long. */
const MOST = 9;
const TRIES = 10;

beforeAll(() => {
  // The compiler's own work is done before anything is measured.
  for (const [, make] of hostileFamilies) render(make(2_000));
});

/**
 * How many times as long `long` takes as `short`, at best: both are measured in turn, so that what holds the machine
 * up for a while holds up both.
 */
function growth(short: string, long: string): number {
  let times = Number.POSITIVE_INFINITY;
  let [least, most] = [times, times];
  for (let tries = 0; tries < TRIES && times > MOST; tries += 1) {
    least = Math.min(
      least,
      threadTime(() => render(short)),
    );
    most = Math.min(
      most,
      threadTime(() => render(long)),
    );
    times = most / Math.max(FLOOR, least);
  }
  return times;
}

for (const [which, families, options] of [
  ['hostile', hostileFamilies, {}],
  ['random', randomFamilies(33, 60), LONG],
] as const)
  test(`threats 33: doubling a ${which} description at most triples the time, up to 50,000 characters`, {
    ...options,
    timeout: 300_000,
  }, () => {
    const slow: string[] = [];
    for (const [name, make] of families) {
      const [quarter, whole] = [make(LONGEST / 4), make(LONGEST)];
      expect(whole.length, name).toBeLessThan(LONGEST * 1.1);
      const times = growth(quarter, whole);
      if (times > MOST) slow.push(`${name}: ${times.toFixed(1)} times as long`);
    }
    expect(slow).toEqual([]);
  });
