import { licenceUrl } from '../../contract/licence.ts';

export interface Licence {
  /** As the lab wrote it. */
  name: string;
  /** Absolute; undefined where the words stand for no address. */
  url: string | undefined;
  /** Identifier of the SPDX licence list, where the words stand for one. */
  spdx: string | undefined;
}

/** Licences of data and code besides Creative Commons', by their SPDX identifiers. */
const others = [
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CDLA-Permissive-1.0',
  'CDLA-Permissive-2.0',
  'CDLA-Sharing-1.0',
  'GPL-2.0-only',
  'GPL-3.0-only',
  'MIT',
  'ODbL-1.0',
  'ODC-By-1.0',
  'OGL-UK-3.0',
  'PDDL-1.0',
  'etalab-2.0',
];
const byName = new Map(others.map((id) => [id.toLowerCase(), id]));

const creativeCommons = /^https?:\/\/creativecommons\.org\/licenses\/([a-z-]{2,8})\/(\d\.\d)\/?$/;
const publicDomain = /^https?:\/\/creativecommons\.org\/publicdomain\/zero\/1\.0\/?$/;

function spdxOf(name: string, url: string | undefined): string | undefined {
  if (url === undefined) return byName.get(name.toLowerCase().replace(/\s+/g, '-'));
  if (publicDomain.test(url)) return 'CC0-1.0';
  const [, kind, version] = creativeCommons.exec(url) ?? [];
  return kind && version && `CC-${kind.toUpperCase()}-${version}`;
}

/** In the form in which URLs are written, so that it may stand in headers; undefined where it is none. */
const written = (url: string): string | undefined => URL.parse(url.toWellFormed())?.href;

/** What the words of a dataset's `license` stand for; undefined without any. */
export function licenceOf(words: string): Licence | undefined {
  const name = words.trim();
  if (name === '') return undefined;
  const known = licenceUrl(name);
  const url = known && written(known);
  const spdx = spdxOf(name, url);
  return { name, url: url ?? (spdx && `https://spdx.org/licenses/${spdx}.html`), spdx };
}
