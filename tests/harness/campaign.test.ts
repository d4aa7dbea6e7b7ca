// @module-tag guards
import { describe, expect, test } from 'vitest';
import { LONG } from '../support/guards.ts';
import { seed } from '../support/properties.ts';
import { faults } from './faults.ts';
import { mixes } from './mixes.ts';
import { campaign } from './run.ts';

/** What a minute has of each fault, and those of one round at length; the whole is in the long run. */
const ROUNDS: Record<string, number> = { 'kill -9': 2, 'power cut': 2, 'full disk': 1, 'cut database': 1 };

for (const [name, rounds] of Object.entries(ROUNDS)) {
  const fault = faults.find((one) => one.name === name);
  if (!fault) throw new Error(name);
  describe.runIf(fault.isThere())('operations.md, "It is proved by", a minute of it', () => {
    test(`${name}: what was acknowledged is there and whole, the rest whole or not at all, verify is clean`, {
      ...(rounds > 1 ? {} : LONG),
      timeout: 300_000,
    }, async () => {
      const figures = await campaign({ fault, mix: mixes.mixed, rounds, seed });
      expect(figures.acknowledged).toBeGreaterThan(0);
    });
  });
}
