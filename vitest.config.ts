import { defineConfig } from 'vitest/config';

/** Everything that `npm test` runs. What takes hours is in vitest.long.config.ts. */
export default defineConfig({
  test: {
    include: ['{contract,server,web,texts,scripts,tests}/**/*.test.ts'],
    exclude: ['**/*.long.test.ts', 'node_modules/**'],
    globalSetup: [
      'tests/support/not-run.ts',
      'tests/support/seed.ts',
      'tests/support/postgres.ts',
      'tests/support/chromium.ts',
      'tests/support/s3.ts',
    ],
    // A busy machine is slow, not wrong: a test may take several times what it usually does, and what is waited for
    // has the time of any other step in a browser.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    maxWorkers: 2,
    // A skipped test is a hole nobody sees.
    allowOnly: false,
  },
});
