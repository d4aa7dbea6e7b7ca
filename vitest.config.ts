import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import CiOrder from './tests/support/ci-order.ts';

// Hundreds of workers of the server, its threads and commands start in a run: what they compiled is kept, as `npm start` does.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url));

/** What every configuration of ours has. */
export const base = {
  globalSetup: [
    'tests/support/not-run.ts',
    'tests/support/machine.ts',
    'tests/support/seed.ts',
    'tests/support/data-folder.ts',
    'tests/support/postgres.ts',
    'tests/support/chromium.ts',
    'tests/support/s3.ts',
  ],
  tags: [
    { name: 'guards', description: 'Second looks: `npm run test:guards`' },
    { name: 'long', description: 'Details of the screens, and matrices: `npm run test:long`' },
  ],
  // What only passes after another file is found in CI; elsewhere the slowest are first.
  sequence: process.env.CI === 'true' ? { sequencer: CiOrder } : {},
  // Guards wait for leases, graces and cut lines: CI, which runs them, has a file more going on.
  maxWorkers: process.env.CI === 'true' ? 3 : 2,
  // A skipped test is a hole nobody sees.
  allowOnly: false,
};

/** A busy machine is slow, not wrong: what takes these ms hangs. */
export const each = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // What is waited for has the time of any other step in a browser.
  expect: { poll: { timeout: 15_000 } },
};

/**
 * Tests that change, or are changed by, what all of a process share; they have one of their own: those that put something
 * in a module's place, measure memory, keep something in a module as pages do, are another user for a moment, or draw the
 * demo from SVG, which the server forbids its process to read.
 */
const alone = [
  'scripts/demo/demo-data.test.ts',
  'server/storage/disk-store.test.ts',
  'server/ingest/{pictures,walk}.test.ts',
  'tests/e2e/{admin-datasets,journeys/putting-a-dataset-up}.test.ts',
  'tests/threats/identity-{codes,sessions}.test.ts',
  'tests/threats/passwords-34.test.ts',
  'web/{admin,api,session}/*.test.ts',
];

/** The files of a run; `aside` are those of `files` that are to be alone. */
export const projects = (files: string[], aside = alone): TestProjectInlineConfiguration[] => [
  {
    test: {
      ...each,
      name: 'all',
      include: files,
      exclude: ['**/*.long.test.ts', ...aside, 'node_modules/**'],
      // To load the server anew for each file takes longer than most files do: tests leave nothing behind in a module.
      isolate: false,
    },
  },
  { test: { ...each, name: 'alone', include: aside } },
];

/** All tests but those of hours, which are in vitest.long.config.ts. */
export default defineConfig({
  test: { ...base, projects: projects(['{contract,server,web,texts,scripts,tests}/**/*.test.ts']) },
});
