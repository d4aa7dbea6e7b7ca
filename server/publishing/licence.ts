const creativeCommons = /^CC[ -](BY(?:-(?:NC|SA|ND|NC-SA|NC-ND))?)[ -](\d\.\d)$/i;

/** schema.org's `license`: a URL where the text is or maps to one, else a CreativeWork with that name. */
export function licenceLd(license: string): string | { '@type': 'CreativeWork'; name: string } | undefined {
  const name = license.trim();
  if (name === '') return undefined;
  if (/^https?:\/\/\S+$/.test(name)) return name;
  if (/^CC0([ -]1\.0)?$/i.test(name)) return 'https://creativecommons.org/publicdomain/zero/1.0/';
  const [, kind, version] = creativeCommons.exec(name) ?? [];
  if (kind && version) return `https://creativecommons.org/licenses/${kind.toLowerCase()}/${version}/`;
  return { '@type': 'CreativeWork', name };
}
