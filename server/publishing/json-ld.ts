import type { Dataset, Subset } from '../../contract/catalogue.ts';
import { downloadUrl } from '../../contract/download.ts';
import { licenceUrl } from '../../contract/licence.ts';
import type { Detail, PageData } from '../../contract/render.ts';
import type { Setting } from '../../contract/setting.ts';
import { t as en } from '../../texts/en-machines.ts';
import { t as enReading } from '../../texts/en-reading.ts';
import type { Language, Translated } from '../../texts/languages.ts';
import { t as zhCN } from '../../texts/zh-CN-machines.ts';
import { t as zhCNReading } from '../../texts/zh-CN-reading.ts';
import { contentTypeOf } from '../datasets/index.ts';
import { shorten } from '../shared/words.ts';
import type { Addresses } from './addresses.ts';

/** schema.org's `license`: an address where the words are one or stand for one, else a work that is named so. */
export function licenceLd(license: string): string | { '@type': 'CreativeWork'; name: string } | undefined {
  const name = license.trim();
  if (name === '') return undefined;
  return licenceUrl(name) ?? { '@type': 'CreativeWork', name };
}

const texts: Record<Language, Translated<typeof en>> = { en, 'zh-CN': zhCN };
const intros: Record<Language, string> = { en: enReading.home.intro, 'zh-CN': zhCNReading.home.intro };

/** Minimum length of a description for dataset search engines, in characters. */
const SHORTEST = 50;
const LONGEST = 5_000;
/** Characters of the description of a dataset in a list. */
const LISTED = 200;
/** Parts listed individually; clients get the rest of a large dataset from the API. */
const MOST_PARTS = 50;
const MOST_LISTED = 200;

type Node = Record<string, unknown>;

interface Site {
  /** Plain text of the descriptions, by dataset id. */
  plain: ReadonlyMap<string, string>;
  setting: Setting;
  addresses: Addresses;
  language: Language;
}

/** `Family, Given; Family, Given` as people; a name without a comma may be a person's or an institute's. */
export const creatorsLd = (authors: string): Node[] =>
  authors
    .split(';')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((name) => {
      const [familyName = '', givenName = '', ...more] = name.split(',').map((part) => part.trim());
      if (givenName === '' || more.length > 0) return { '@type': 'Organization', name };
      return { '@type': 'Person', name: `${givenName} ${familyName}`, givenName, familyName };
    });

const titleOf = ({ name, version }: Dataset): string => `${name} ${version}`;

/** @param most characters */
function description(dataset: Dataset, { setting, language, plain }: Site, most: number): string {
  const said = plain.get(dataset.id) ?? '';
  if (said.length >= SHORTEST) return shorten(said, most);
  const about = texts[language].about(titleOf(dataset), dataset.modalityName, setting.name);
  return shorten(said === '' ? about : `${said} ${about}`, most);
}

/** One distribution: its URL has no ticket, so that clients without a session are asked to sign in. */
const downloadLd = (
  part: Pick<Dataset | Subset, 'path' | 'size' | 'sha256'>,
  encodingFormat: string,
  datasetId: string,
  { addresses }: Site,
): Node => {
  const contentUrl = addresses.of(downloadUrl(datasetId, part.path, '').replace(/\?.*$/, ''));
  return {
    '@type': 'DataDownload',
    '@id': contentUrl,
    name: part.path.slice(part.path.lastIndexOf('/') + 1),
    contentUrl,
    encodingFormat,
    contentSize: `${part.size} B`,
    sha256: part.sha256 ?? undefined,
  };
};

const catalogueRef = ({ addresses, setting }: Site): Node => ({
  '@type': 'DataCatalog',
  '@id': addresses.home,
  url: addresses.home,
  name: setting.name,
});

function partLd(
  subset: Subset,
  dataset: Dataset,
  { license, about }: { license: unknown; about: string },
  site: Site,
): Node {
  const name = subset.path.slice(subset.path.lastIndexOf('/') + 1);
  const file = downloadLd(subset, subset.contentType, dataset.id, site);
  return {
    '@type': 'Dataset',
    name,
    description: shorten(`${subset.desc || name}: ${about}`, LONGEST),
    isAccessibleForFree: true,
    license,
    distribution: { '@id': file['@id'] },
  };
}

/** schema.org/Dataset, with the properties that dataset search engines read (formats.md). */
export function datasetLd({ dataset, subsetList }: Detail, site: Site, changedAt?: string): Node {
  const { addresses, setting, language } = site;
  const url = addresses.dataset(dataset.id);
  const parts = dataset.status === 'published' ? subsetList.slice(0, MOST_PARTS) : [];
  const whole = dataset.status === 'published' && dataset.fileCount > 0 ? [dataset] : [];
  const creator = creatorsLd(dataset.authors);
  const license = licenceLd(dataset.license);
  const about = description(dataset, site, LISTED);
  const keywords = dataset.keywords.split(',').map((word) => word.trim());
  return {
    '@context': 'https://schema.org',
    '@type': 'Dataset',
    '@id': url,
    url,
    identifier: url,
    name: titleOf(dataset),
    description: description(dataset, site, LONGEST),
    version: dataset.version,
    creator: creator.length > 0 ? creator : undefined,
    publisher: { '@type': 'Organization', name: setting.name, url: addresses.home },
    citation: dataset.citation.trim() || undefined,
    keywords: [...new Set([dataset.modalityName, ...keywords])].filter((word) => word !== ''),
    license,
    isAccessibleForFree: true,
    conditionsOfAccess: texts[language].conditions,
    datePublished: dataset.publishedAt ?? undefined,
    dateModified: changedAt,
    image: dataset.samples ? addresses.preview(dataset.samples).url : undefined,
    includedInDataCatalog: catalogueRef(site),
    distribution: [
      ...whole.map((one) => downloadLd(one, contentTypeOf(one.path), dataset.id, site)),
      ...parts.map((part) => downloadLd(part, part.contentType, dataset.id, site)),
    ],
    hasPart: parts.map((part) => partLd(part, dataset, { license, about }, site)),
  };
}

/** schema.org/DataCatalog. */
export const catalogueLd = (datasets: readonly Dataset[], site: Site): Node => ({
  '@context': 'https://schema.org',
  ...catalogueRef(site),
  description: intros[site.language],
  isAccessibleForFree: true,
  conditionsOfAccess: texts[site.language].conditions,
  dataset: datasets.slice(0, MOST_LISTED).map((dataset) => ({
    '@type': 'Dataset',
    '@id': site.addresses.dataset(dataset.id),
    url: site.addresses.dataset(dataset.id),
    name: titleOf(dataset),
    description: description(dataset, site, LISTED),
  })),
});

const inDataBlock = (node: Node): string =>
  // JSON in a data block must not end the element or begin a comment (threat 17).
  `<script type="application/ld+json">${JSON.stringify(node).replace(/</g, '\\u003c')}</script>`;

/** Cached by the list's identity: every search of the home page has the same list while nothing changed. */
const lists = new WeakMap<readonly Dataset[], { site: Site; block: string }>();

function catalogueBlock(datasets: readonly Dataset[], site: Site): string {
  const known = lists.get(datasets);
  const { setting, addresses, language } = site;
  if (
    known?.site.setting === setting &&
    known.site.addresses === addresses &&
    known.site.language === language
  )
    return known.block;
  const block = inDataBlock(catalogueLd(datasets, site));
  lists.set(datasets, { site, block });
  return block;
}

/** The JSON-LD data block of a page; empty for other pages. */
export function jsonLd(
  { setting, datasets, detail, plain, changedAt }: PageData,
  addresses: Addresses,
  language: Language,
): string {
  const site = { setting, addresses, language, plain };
  if (detail) return inDataBlock(datasetLd(detail, site, changedAt));
  return datasets ? catalogueBlock(datasets, site) : '';
}
