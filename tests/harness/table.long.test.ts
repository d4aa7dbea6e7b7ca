import { describe, expect, test } from 'vitest';
import { seed } from '../support/properties.ts';
import { faults } from './faults.ts';
import { mixes } from './mixes.ts';
import { campaign } from './run.ts';

/** Of each fault under each load; fewer for a look. */
const ROUNDS = Number(process.env.HARNESS_ROUNDS ?? 5);

for (const fault of faults) {
  describe.runIf(fault.isThere())(`issue 20: the table of faults by loads: ${fault.name}`, () => {
    for (const [name, mix] of Object.entries(mixes)) {
      test(`under ${name}: what was acknowledged is there and whole, the rest whole or not at all, verify is clean`, async () => {
        const figures = await campaign({ fault, mix, rounds: ROUNDS, seed });
        console.log(JSON.stringify({ fault: fault.name, load: name, ...figures }));
        expect(figures.rounds).toBe(ROUNDS);
        expect(figures.acknowledged).toBeGreaterThan(ROUNDS);
      });
    }
  });
}
