import { readFileSync } from 'node:fs';

/** Of this Vitrine. */
export const { version: vitrineVersion } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { version: string };
