import type { Dataset } from '../../../../contract/catalogue.ts';
import { doiUrl, permalinkPath } from '../../../../contract/identifier-urls.ts';

/** What a citation names: the DOI, else the permanent address of the version (releases.md). */
export const citedUrl = ({ slug, version }: Pick<Dataset, 'slug' | 'version'>, doi: string): string =>
  doi === '' ? location.origin + permalinkPath(slug, version) : doiUrl(doi);
