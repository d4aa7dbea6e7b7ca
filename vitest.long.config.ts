import { defineConfig } from 'vitest/config';
import { base, each } from './vitest.config.ts';

/** `npm run test:long`: large files and many repetitions, up to hours. */
export default defineConfig({
  test: {
    ...base,
    env: { RANDOM_SEED: 'yes' },
    projects: [
      {
        test: {
          ...each,
          name: 'long',
          include: ['{server,tests}/**/*.long.test.ts'],
          testTimeout: 3_600_000,
        },
      },
      // The same journeys as ever, with two servers behind a balancer for each one (operations.md, "It is proved by").
      {
        test: {
          ...each,
          name: 'pair',
          // After the others: what joins the machine to a network breaks off what a browser loads.
          sequence: { groupOrder: 1 },
          include: ['tests/e2e/journeys/*.test.ts'],
          env: { TEST_SERVERS: 'two' },
          setupFiles: ['tests/support/pair-instead.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
    ],
  },
});
