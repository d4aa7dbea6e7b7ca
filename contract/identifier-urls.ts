/** Addresses of identifiers, which are kept without them (contract/releases.ts). */
const encoded = (path: string): string => path.toWellFormed().split('/').map(encodeURIComponent).join('/');

export const doiUrl = (doi: string): string => `https://doi.org/${encoded(doi)}`;
export const orcidUrl = (orcid: string): string => `https://orcid.org/${encoded(orcid)}`;
export const rorUrl = (ror: string): string => `https://ror.org/${encoded(ror)}`;

/** The permanent address of a version, or of all versions of a dataset: `/d/{slug}` leads to the newest. */
export const permalinkPath = (slug: string, version?: string): string =>
  `/d/${[slug, ...(version === undefined ? [] : [version])].map(encodeURIComponent).join('/')}`;
