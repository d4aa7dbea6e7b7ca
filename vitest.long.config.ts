import { defineConfig } from 'vitest/config';
import { base, each } from './vitest.config.ts';

/** `npm run test:long`: large files and many repetitions, up to hours. */
export default defineConfig({
  test: {
    ...base,
    ...each,
    include: ['{server,tests}/**/*.long.test.ts'],
    env: { RANDOM_SEED: 'yes' },
    testTimeout: 3_600_000,
  },
});
