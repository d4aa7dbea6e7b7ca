import { existsSync } from 'node:fs';

/**
 * What the command is called where this runs. In a clone npm knows it; the package (scripts/package.ts) comes without
 * npm, and its command lies in the path (docs/deployment.md).
 */
export const COMMAND = existsSync(new URL('../../scripts/package.ts', import.meta.url))
  ? 'npx vitrine'
  : 'vitrine';
