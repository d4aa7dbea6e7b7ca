const creativeCommons = /^CC[ -](BY(?:-(?:NC|SA|ND|NC-SA|NC-ND))?)[ -](\d\.\d)$/i;

/** The address of a licence, where its name is one or stands for one. */
export function licenceUrl(license: string): string | undefined {
  const name = license.trim();
  if (/^https?:\/\/\S+$/.test(name)) return name;
  if (/^CC0([ -]1\.0)?$/i.test(name)) return 'https://creativecommons.org/publicdomain/zero/1.0/';
  const [, kind, version] = creativeCommons.exec(name) ?? [];
  return kind && version && `https://creativecommons.org/licenses/${kind.toLowerCase()}/${version}/`;
}
