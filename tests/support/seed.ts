import type { TestProject } from 'vitest/node';

/** `npm test` draws the same each time; another seed, for once, is named by TEST_SEED. */
const SEED = 20_261_123;

/** Says and sets the seed of a run. Where the configuration asks for RANDOM_SEED (`npm run test:long`), it is any. */
export default function setup(project: TestProject): (() => void) | undefined {
  const any = Boolean(project.config.env?.RANDOM_SEED);
  const named = process.env.TEST_SEED;
  const seed = named ? Number(named) : any ? Math.floor(Math.random() * 2 ** 31) : SEED;
  if (!Number.isInteger(seed)) throw new Error('TEST_SEED is a whole number.');
  const says = `Random values are drawn from TEST_SEED=${seed}`;
  console.log(says);
  project.provide('seed', seed);
  if (!any) return;
  // Again where somebody looks who wants to know what failed.
  return () => {
    if (project.vitest.state.getCountOfFailedTests() > 0) console.error(`\n${says}: so it fails again.\n`);
  };
}
