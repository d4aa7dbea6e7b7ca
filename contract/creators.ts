import type { Identifiers } from './releases.ts';

/** A person, or an institute: that has no `given`. */
export interface Creator {
  /** The whole name of an institute. */
  family: string;
  /** '' for an institute. */
  given: string;
  /** Without `https://orcid.org/`. */
  orcid?: string | undefined;
  affiliation?: string | undefined;
  /** Of the affiliation; an institute's own. Without `https://ror.org/`. */
  ror?: string | undefined;
}

/** `Family, Given`, where what follows the first comma is the given name; a name without a comma is an institute's. */
function named(name: string): Creator {
  const [family = '', ...given] = name
    .replace(/\s+/g, ' ')
    .split(',')
    .map((part) => part.trim());
  return { family, given: given.filter(Boolean).join(', ') };
}

/**
 * Who made a dataset.
 * @param authors `Family, Given; Family, Given`
 * @param authorList the same with identifiers; where it is not empty, it alone counts
 */
export function creatorsOf(authors: string, authorList: Identifiers['authorList'] = []): Creator[] {
  if (authorList.length > 0) return authorList.map(({ name, ...rest }) => ({ ...named(name), ...rest }));
  return authors
    .split(';')
    .map((name) => name.trim())
    .filter(Boolean)
    .map(named);
}
