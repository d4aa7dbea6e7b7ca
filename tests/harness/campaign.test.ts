// @module-tag guards
import { describe, expect, test } from 'vitest';
import { LONG } from '../support/guards.ts';
import { seed } from '../support/properties.ts';
import { faults } from './faults.ts';
import { mixes } from './mixes.ts';
import { campaign } from './run.ts';

/** A round of each, the latter two at length; the whole is in the long run. */
const FAULTS = ['kill -9', 'power cut', 'full disk', 'cut database'];

for (const [n, name] of FAULTS.entries()) {
  const fault = faults.find((one) => one.name === name);
  if (!fault) throw new Error(name);
  describe.runIf(fault.isThere())('operations.md, "It is proved by", a minute of it', () => {
    test(`${name}: what was acknowledged is there and whole, the rest whole or not at all, verify is clean`, {
      ...(n < 2 ? {} : LONG),
      timeout: 300_000,
    }, async () => {
      const figures = await campaign({ fault, mix: mixes.mixed, rounds: 1, seed });
      expect(figures.acknowledged).toBeGreaterThan(0);
    });
  });
}
