import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** `npm run test:unit`: no server process, no browser, no PostgreSQL. */
export default defineConfig({
  test: {
    ...base.test,
    include: ['{contract,server,web,texts,scripts}/**/*.test.ts'],
    globalSetup: ['tests/support/not-run.ts', 'tests/support/seed.ts'],
  },
});
