import { expect, test } from 'vitest';
import { seed } from '../support/properties.ts';
import { killed } from './faults.ts';
import { mixes } from './mixes.ts';
import { campaigns } from './run.ts';

/** operations.md, "It is proved by"; fewer for a look. */
const KILLS = Number(process.env.HARNESS_KILLS ?? 500);

test(`operations.md: ${KILLS} kills of mixed load on one server: 0 acknowledged losses, verify clean after each`, {
  timeout: 4 * 3_600_000,
}, async () => {
  const figures = await campaigns({
    fault: killed,
    mix: mixes.mixed,
    rounds: KILLS,
    seed,
  });
  expect(figures.rounds).toBe(KILLS);
  expect(figures.acknowledged).toBeGreaterThan(10 * KILLS);
});
