import { defineConfig } from 'vitest/config';

/** All tests but those of hours, which are in vitest.long.config.ts. */
export default defineConfig({
  test: {
    include: ['{contract,server,web,texts,scripts,tests}/**/*.test.ts'],
    exclude: ['**/*.long.test.ts', 'node_modules/**'],
    tags: [
      {
        name: 'guards',
        description: 'A second look at what `npm test` looks at once: `npm run test:guards`',
      },
      { name: 'long', description: 'Repetitions for which nobody waits: `npm run test:long`' },
    ],
    globalSetup: [
      'tests/support/not-run.ts',
      'tests/support/seed.ts',
      'tests/support/postgres.ts',
      'tests/support/chromium.ts',
      'tests/support/s3.ts',
    ],
    // To load the server anew for each file takes longer than most files do: tests leave nothing behind in a module.
    isolate: false,
    sequence: {
      // What only passes after another file is found in CI, which prints the order's seed; elsewhere the slowest are first.
      shuffle: { files: process.env.CI === 'true' },
    },
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
