import { defineConfig } from 'vitest/config';
import { base, projects } from './vitest.config.ts';

const files = [
  '{contract,web,texts}/**/*.test.ts',
  'server/{archive,auth,delivery,hashing,http,markdown,publishing,shared,storage,workers}/**/*.test.ts',
  'tests/{messages,proofs,random,readme,stylesheets,texts}.test.ts',
];

/** `npm run test:unit`: what needs no server process, no browser and no PostgreSQL. */
export default defineConfig({
  test: {
    ...base,
    globalSetup: ['tests/support/not-run.ts', 'tests/support/seed.ts'],
    projects: projects(files, ['server/storage/disk-store.test.ts', 'web/{admin,api,session}/*.test.ts']),
  },
});
