import { licenceUrl } from '../../contract/licence.ts';

/** schema.org's `license`: an address where the words are one or stand for one, else a work that is named so. */
export function licenceLd(license: string): string | { '@type': 'CreativeWork'; name: string } | undefined {
  const name = license.trim();
  if (name === '') return undefined;
  return licenceUrl(name) ?? { '@type': 'CreativeWork', name };
}
