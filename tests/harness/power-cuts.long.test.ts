import { describe, expect, test } from 'vitest';
import { seed } from '../support/properties.ts';
import { powerCut } from './faults.ts';
import { mixes } from './mixes.ts';
import type { Forgotten } from './power-cut/forgetful-disk.ts';
import { campaigns } from './run.ts';

/** Issue 20: "200 power cuts"; fewer for a look. */
const CUTS = Number(process.env.HARNESS_CUTS ?? 200);

const lost: Forgotten[] = [];
const fault = powerCut((forgotten) => lost.push(forgotten));

describe.runIf(fault.isThere())('operations.md', () => {
  test(`${CUTS} power cuts of mixed load on one server: 0 acknowledged losses, verify clean after each`, {
    timeout: 4 * 3_600_000,
  }, async () => {
    const figures = await campaigns({
      fault,
      mix: mixes.mixed,
      rounds: CUTS,
      seed,
    });
    const sum = (of: (one: Forgotten) => number) => lost.reduce((all, one) => all + of(one), 0);
    console.log(
      JSON.stringify({
        ...figures,
        namesLost: `${sum((one) => one.namesLost)} of ${sum((one) => one.names)}`,
        bytesLost: sum((one) => one.bytesLost),
      }),
    );
    expect(lost).toHaveLength(CUTS);
    // A cut that loses nothing proves nothing.
    expect(sum((one) => one.namesLost)).toBeGreaterThan(CUTS);
    expect(sum((one) => one.bytesLost)).toBeGreaterThan(0);
    expect(figures.acknowledged).toBeGreaterThan(10 * CUTS);
  });
});
