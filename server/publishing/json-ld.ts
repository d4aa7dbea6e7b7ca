import type { Dataset } from '../../contract/catalogue.ts';
import type { Creator } from '../../contract/creators.ts';
import { doiUrl, orcidUrl, rorUrl } from '../../contract/identifier-urls.ts';
import type { PageData } from '../../contract/render.ts';
import { t as en } from '../../texts/en-machines.ts';
import { t as enReading } from '../../texts/en-reading.ts';
import type { Language, Translated } from '../../texts/languages.ts';
import { t as zhCN } from '../../texts/zh-CN-machines.ts';
import { t as zhCNReading } from '../../texts/zh-CN-reading.ts';
import { shorten } from '../shared/words.ts';
import type { Addresses } from './addresses.ts';
import { type Described, type Download, describePage, descriptionOf, nameOf, type Site } from './describe.ts';
import type { Licence } from './licence.ts';
import { relatedLd } from './related-ld.ts';

const texts: Record<Language, Translated<typeof en>> = { en, 'zh-CN': zhCN };
const intros: Record<Language, string> = { en: enReading.home.intro, 'zh-CN': zhCNReading.home.intro };

const LONGEST = 5_000;
/** Characters of the description of a dataset in a list. */
const LISTED = 200;
/** Parts listed individually; clients get the rest of a large dataset from the API. */
const MOST_PARTS = 50;
const MOST_LISTED = 200;

type Node = Record<string, unknown>;

/** schema.org's `license`: an address where the words stand for one, else a work that is named so. */
export function licenceLd(licence: Licence | undefined): string | Node | undefined {
  if (!licence) return undefined;
  return licence.url ?? { '@type': 'CreativeWork', name: licence.name };
}

/** A creator, with the address of the identifier as `@id`. */
export function creatorLd(creator: Creator): Node {
  const { family, given, orcid, affiliation, ror } = creator;
  const affiliated = affiliation && {
    '@type': 'Organization',
    ...(ror && { '@id': rorUrl(ror) }),
    name: affiliation,
  };
  if (given === '') {
    const id = ror && !affiliation ? { '@id': rorUrl(ror) } : {};
    return { '@type': 'Organization', ...id, name: family };
  }
  return {
    '@type': 'Person',
    ...(orcid && { '@id': orcidUrl(orcid) }),
    name: nameOf(creator),
    givenName: given,
    familyName: family,
    ...(affiliated && { affiliation: affiliated }),
  };
}

const downloadLd = ({ url, name, contentType, size, sha256 }: Download): Node => ({
  '@type': 'DataDownload',
  '@id': url,
  name,
  contentUrl: url,
  encodingFormat: contentType,
  contentSize: `${size} B`,
  sha256,
});

const catalogueRef = ({ addresses, setting }: Site): Node => ({
  '@type': 'DataCatalog',
  '@id': addresses.home,
  url: addresses.home,
  name: setting.name,
});

const partLd = (
  { name, desc, url }: Download,
  { license, about }: { license: unknown; about: string },
): Node => ({
  '@type': 'Dataset',
  name,
  description: shorten(`${desc || name}: ${about}`, LONGEST),
  isAccessibleForFree: true,
  license,
  distribution: { '@id': url },
});

/** A name and a value; of a release hash, as the page and docs/for-machines.md call it. */
const property = (propertyID: string, value: string, url?: string): Node => ({
  '@type': 'PropertyValue',
  propertyID,
  value,
  url,
});

/** DOI, permanent address and release hash, as far as there are any. */
export function identifierLd({ doi, permalink, releaseHash }: Described): unknown {
  const all = [
    ...(doi === undefined ? [] : [property('DOI', doi, doiUrl(doi))]),
    permalink,
    ...(releaseHash === undefined ? [] : [property('release hash (SHA-256)', releaseHash)]),
  ];
  return all.length === 1 ? permalink : all;
}

export const fundersLd = ({ funders }: Described): Node[] =>
  funders.map(({ name, ror, award }) => {
    const funder = { '@type': 'Organization', ...(ror && { '@id': rorUrl(ror) }), name };
    return award ? { '@type': 'Grant', identifier: award, funder } : { '@type': 'Grant', funder };
  });

/** An empty list says nothing. */
export const some = <Of>(list: Of[]): Of[] | undefined => (list.length > 0 ? list : undefined);

/** schema.org/Dataset, with the properties that dataset search engines read (formats.md). */
function datasetLd(described: Described, site: Site): Node {
  const { page, downloads, licence, description } = described;
  const whole = downloads.filter(({ subsetId }) => subsetId === '');
  const parts = downloads.filter(({ subsetId }) => subsetId !== '').slice(0, MOST_PARTS);
  const license = licenceLd(licence);
  const about = shorten(description, LISTED);
  const { citation = [], ...related } = relatedLd(described);
  return {
    '@context': 'https://schema.org',
    '@type': 'Dataset',
    '@id': page,
    url: page,
    identifier: identifierLd(described),
    sameAs: described.doi && doiUrl(described.doi),
    name: described.title,
    description,
    version: described.version,
    creator: some(described.creators.map(creatorLd)),
    publisher: { '@type': 'Organization', ...described.publisher },
    funding: some(fundersLd(described)),
    citation:
      citation.length === 0
        ? described.citation || undefined
        : [described.citation, ...citation].filter(Boolean),
    ...related,
    keywords: described.keywords,
    license,
    isAccessibleForFree: true,
    conditionsOfAccess: described.conditions,
    datePublished: described.publishedAt,
    dateModified: described.changedAt,
    image: described.image,
    includedInDataCatalog: catalogueRef(site),
    distribution: [...whole, ...parts].map(downloadLd),
    hasPart: parts.map((part) => partLd(part, { license, about })),
  };
}

interface CatalogueSite extends Site {
  plain: ReadonlyMap<string, string>;
}

/** schema.org/DataCatalog. */
const catalogueLd = (datasets: readonly Dataset[], site: CatalogueSite): Node => ({
  '@context': 'https://schema.org',
  ...catalogueRef(site),
  description: intros[site.language],
  isAccessibleForFree: true,
  conditionsOfAccess: texts[site.language].conditions,
  dataset: datasets.slice(0, MOST_LISTED).map((dataset) => ({
    '@type': 'Dataset',
    '@id': site.addresses.dataset(dataset.id),
    url: site.addresses.dataset(dataset.id),
    name: `${dataset.name} ${dataset.version}`,
    description: descriptionOf({ dataset, plain: site.plain.get(dataset.id) ?? '' }, site, LISTED),
  })),
});

const inDataBlock = (node: Node): string =>
  // JSON in a data block must not end the element or begin a comment (threat 17).
  `<script type="application/ld+json">${JSON.stringify(node).replace(/</g, '\\u003c')}</script>`;

/** Cached by the list's and the texts' identity: every search of the home page has the same list while nothing changed. */
const lists = new WeakMap<readonly Dataset[], { site: CatalogueSite; block: string }>();

function catalogueBlock(datasets: readonly Dataset[], site: CatalogueSite): string {
  const known = lists.get(datasets);
  const { setting, addresses, language } = site;
  if (
    known?.site.setting === setting &&
    known.site.addresses === addresses &&
    known.site.plain === site.plain &&
    known.site.language === language
  )
    return known.block;
  const block = inDataBlock(catalogueLd(datasets, site));
  lists.set(datasets, { site, block });
  return block;
}

/** The JSON-LD data block of a page; empty for other pages. */
export function jsonLd(data: PageData, addresses: Addresses, language: Language): string {
  const { setting, datasets, plain } = data;
  const site = { setting, addresses, language };
  const described = describePage(data, addresses, language);
  if (described) return inDataBlock(datasetLd(described, site));
  return datasets ? catalogueBlock(datasets, { ...site, plain }) : '';
}
