import { defineConfig, mergeConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

/** `npx vitest run --config tests/former/make.config.ts` makes the portal that later versions are tried on. */
export default mergeConfig(
  { ...base, test: { ...base.test, include: [], globalSetup: base.test?.globalSetup } },
  defineConfig({ test: { include: ['tests/former/make.ts'] } }),
);
