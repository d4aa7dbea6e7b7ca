import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { seed } from '../support/properties.ts';
import type { Fault } from './faults.ts';
import { csvOf, type Measure, measures, plotOf, type Sample, sampleOf, sixths } from './figures.ts';
import { mixes } from './mixes.ts';
import { campaign } from './run.ts';

/** operations.md, "It is proved by"; fewer for a look. */
const MINUTES = Number(process.env.HARNESS_MINUTES ?? 60);
/** ms between two samples. */
const EVERY = 10_000;
/** ms: twelve pieces of work a second, so that the machine is not what is measured. */
const PAUSE = 1_000;
/** What the last sixth may have above the second: a share, and what is noise whatever the share. */
const MORE = 1.25;
const NOISE: Record<Measure, number> = { resident: 30, heap: 15, descriptors: 10, lag: 20 };

test(`operations.md: ${MINUTES} minutes of mixed load: memory, descriptors and lag flat`, {
  timeout: (MINUTES + 60) * 60_000,
}, async () => {
  const folder = process.env.HARNESS_FIGURES ?? mkdtempSync(join(tmpdir(), 'vitrine-hour-'));
  mkdirSync(folder, { recursive: true });
  const samples: Sample[] = [];
  const noFault: Fault = {
    name: 'none',
    codes: [],
    isThere: () => true,
    begin: async (home) => ({
      dataDir: join(home, 'data'),
      env: {},
      async strike({ server }) {
        const began = performance.now();
        while (performance.now() - began < MINUTES * 60_000) {
          const sample = await sampleOf(server, (performance.now() - began) / 60_000);
          if (sample) samples.push(sample);
          // Each time: what was seen is not lost with a run that fails.
          writeFileSync(join(folder, 'hour.csv'), csvOf(samples));
          await sleep(EVERY);
        }
      },
    }),
  };
  const figures = await campaign({ fault: noFault, mix: mixes.mixed, rounds: 1, seed, pause: PAUSE });
  writeFileSync(join(folder, 'hour.svg'), plotOf(samples));
  const found = Object.fromEntries(
    (Object.keys(measures) as Measure[]).map((name) => [name, sixths(samples, name)]),
  ) as Record<Measure, [number, number]>;
  console.log(`${folder}: ${JSON.stringify({ ...figures, ...found })}`);
  for (const name of Object.keys(measures) as Measure[]) {
    const [second, last] = found[name];
    expect(last, name).toBeLessThanOrEqual(second * MORE + NOISE[name]);
  }
});
