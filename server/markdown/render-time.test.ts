import { beforeAll, expect, test } from 'vitest';
import { GUARD } from '../../tests/support/guards.ts';
import { hostileFamilies, leastTime, randomFamilies } from '../testing/hostile.ts';
import { render } from './render.ts';

const LONGEST = 50_000;
/** Below this, ms, the clock and the compiler say more than the text. */
const FLOOR = 15;

beforeAll(() => {
  // The compiler's own work is done before anything is measured.
  for (const [, make] of hostileFamilies) render(make(2_000));
});

for (const [which, families, options] of [
  ['hostile', hostileFamilies, {}],
  ['random', randomFamilies(33, 60), GUARD],
] as const)
  test(`threats 33: doubling a ${which} description at most triples the time, up to 50,000 characters`, {
    ...options,
    timeout: 300_000,
  }, () => {
    const slow: string[] = [];
    for (const [name, make] of families) {
      const [half, whole] = [make(LONGEST / 2), make(LONGEST)];
      expect(whole.length, name).toBeLessThan(LONGEST * 1.1);
      const first = Math.max(
        FLOOR,
        leastTime(() => render(half), FLOOR),
      );
      const second = leastTime(() => render(whole), 3 * first);
      if (second > 3 * first) slow.push(`${name}: ${first.toFixed()} ms, ${second.toFixed()} ms`);
    }
    expect(slow).toEqual([]);
  });
