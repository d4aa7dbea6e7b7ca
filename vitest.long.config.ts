import { defineConfig, mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** `npm run test:long`: large files and many repetitions, up to hours. */
export default mergeConfig(
  { ...base, test: { ...base.test, include: [], exclude: ['node_modules/**'] } },
  defineConfig({
    test: {
      include: ['{server,tests}/**/*.long.test.ts'],
      env: { RANDOM_SEED: 'yes' },
      testTimeout: 3_600_000,
    },
  }),
);
