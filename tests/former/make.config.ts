import { defineConfig } from 'vitest/config';
import { base, each } from '../../vitest.config.ts';

/** `npx vitest run --config tests/former/make.config.ts` makes the portal that later versions are tried on. */
export default defineConfig({ test: { ...base, ...each, include: ['tests/former/make.ts'] } });
