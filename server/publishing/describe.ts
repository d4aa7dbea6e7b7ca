import type { Dataset, Subset } from '../../contract/catalogue.ts';
import { type Creator, creatorsOf } from '../../contract/creators.ts';
import { downloadUrl } from '../../contract/download.ts';
import { doiUrl } from '../../contract/identifier-urls.ts';
import { issuedOf } from '../../contract/issued.ts';
import type { Identifiers, Release } from '../../contract/releases.ts';
import type { PageData } from '../../contract/render.ts';
import type { Setting } from '../../contract/setting.ts';
import { t as en } from '../../texts/en-machines.ts';
import type { Language, Translated } from '../../texts/languages.ts';
import { t as zhCN } from '../../texts/zh-CN-machines.ts';
import { contentTypeOf } from '../datasets/index.ts';
import { oneLine, shorten } from '../shared/words.ts';
import type { Addresses } from './addresses.ts';
import { type Licence, licenceOf } from './licence.ts';
import type { Table } from './tables/tables.ts';

const texts: Record<Language, Translated<typeof en>> = { en, 'zh-CN': zhCN };

/** Minimum length of a description for dataset search engines, in characters. */
const SHORTEST = 50;
const LONGEST = 5_000;

/** The portal, as far as descriptions depend on it. */
export interface Site {
  setting: Pick<Setting, 'name'>;
  addresses: Addresses;
  language: Language;
}

/** A version as visitors may see it: what is not theirs is not in it. */
export interface Shown {
  dataset: Dataset;
  subsetList: readonly Subset[];
  /** Absent in lists. */
  release?: Pick<Release, 'identifiers' | 'versions' | 'withdrawnAt' | 'withdrawnReason'> | undefined;
  /** Plain text of its description. */
  plain: string;
  /** When it last changed, ISO 8601. */
  changedAt?: string | undefined;
}

/** What can be downloaded: the whole, or a subset. */
export interface Download {
  /** '' for the whole. */
  subsetId: string;
  path: string;
  /** File name. */
  name: string;
  /** Absolute, without a ticket: clients without a session are asked to sign in. */
  url: string;
  /** Bytes. */
  size: number;
  /** Lower-case hex. */
  sha256: string | undefined;
  contentType: string;
  /** The lab's words; may be empty. */
  desc: string;
  fileCount: number;
}

/** Another version of the same lineage. */
interface Sibling {
  version: string;
  /** Its permanent address. */
  url: string;
}

/** A version as every machine format tells of it. Times are ISO 8601, addresses absolute. */
export interface Described {
  id: string;
  name: string;
  version: string;
  /** Name and version. */
  title: string;
  /** Address of its page. */
  page: string;
  /** `/d/{slug}/{version}`. */
  permalink: string;
  /** `/d/{slug}`. */
  lineage: string;
  /** Without `https://doi.org/`; undefined: none. */
  doi: string | undefined;
  conceptDoi: string | undefined;
  /** What it is to be cited by: the address of its DOI, else the permalink. */
  citeAs: string;
  /** Plain text, 50 to 5,000 characters. */
  description: string;
  creators: Creator[];
  publisher: { name: string; url: string };
  funders: Identifiers['funders'];
  relatedWorks: Identifiers['relatedWorks'];
  /** The lab's own citation; may be empty. */
  citation: string;
  keywords: string[];
  modality: string;
  licence: Licence | undefined;
  conditions: string;
  publishedAt: string | undefined;
  /** Of a citation: a time, or the day on which an embargo ends. */
  issued: string | undefined;
  changedAt: string | undefined;
  createdAt: string;
  /** UTC day from which its files are handed out. */
  embargoUntil: string | undefined;
  withdrawn: { at: string | undefined; reason: string } | undefined;
  previous: Sibling | undefined;
  next: Sibling | undefined;
  releaseHash: string | undefined;
  /** Bytes and number of all files. */
  size: number;
  fileCount: number;
  image: string | undefined;
  /** The whole first; none of a withdrawn version. */
  downloads: Download[];
  /** Those of its files whose columns everybody may know; only Croissant asks for them. */
  tables: readonly Table[];
}

const titleOf = ({ name, version }: Dataset): string => oneLine(`${name} ${version}`);

/** @param most characters */
export function descriptionOf(
  { dataset, plain }: Pick<Shown, 'dataset' | 'plain'>,
  { setting, language }: Site,
  most = LONGEST,
): string {
  const said = plain.trim();
  if (said.length >= SHORTEST) return shorten(said, most);
  const about = texts[language].about(titleOf(dataset), dataset.modalityName, setting.name);
  return shorten(said === '' ? about : `${said} ${about}`, most);
}

function downloadsOf({ dataset, subsetList }: Shown, { addresses }: Site): Download[] {
  if (dataset.status !== 'published') return [];
  const download = (
    part: Pick<Dataset, 'path' | 'size' | 'sha256' | 'fileCount'>,
    rest: Pick<Download, 'subsetId' | 'contentType' | 'desc'>,
  ): Download => ({
    path: part.path,
    name: part.path.slice(part.path.lastIndexOf('/') + 1),
    url: addresses.of(downloadUrl(dataset.id, part.path, '').replace(/\?.*$/, '')),
    size: part.size,
    sha256: part.sha256 ?? undefined,
    fileCount: part.fileCount,
    ...rest,
  });
  const whole = { subsetId: '', contentType: contentTypeOf(dataset.path), desc: '' };
  return [
    // What a purged file is part of is handed out no more.
    ...(dataset.fileCount > 0 && !dataset.purged ? [download(dataset, whole)] : []),
    ...subsetList
      .filter((one) => !one.purged)
      .map((one) => download(one, { subsetId: one.id, contentType: one.contentType, desc: one.desc })),
  ];
}

/** The versions before and after it, of those that visitors may see. */
function siblings({ dataset, release }: Shown, addresses: Addresses) {
  const versions = release?.versions ?? [];
  const at = versions.findIndex(({ id }) => id === dataset.id);
  const sibling = (index: number): Sibling | undefined => {
    const found = at === -1 ? undefined : versions[index];
    return found && { version: found.version, url: addresses.permalink(dataset.slug, found.version) };
  };
  // Newest first.
  return { previous: sibling(at + 1), next: sibling(at - 1) };
}

const withdrawnOf = ({ dataset, release }: Shown): Described['withdrawn'] =>
  dataset.status === 'withdrawn'
    ? { at: release?.withdrawnAt ?? undefined, reason: release?.withdrawnReason ?? '' }
    : undefined;

/** On which terms its files are handed out, from when, or that they are no more. */
function conditionsOf(shown: Shown, language: Language): string {
  const { conditions, embargo, withdrawn, ...asked } = texts[language];
  const { embargoUntil, access, status } = shown.dataset;
  if (status === 'withdrawn') return withdrawn(oneLine(shown.release?.withdrawnReason ?? ''));
  return [conditions, access !== 'portal' && asked[access], embargoUntil !== null && embargo(embargoUntil)]
    .filter(Boolean)
    .join(' ');
}

const keywordsOf = ({ modalityName, keywords }: Dataset): string[] =>
  [...new Set([modalityName, ...keywords.split(/[,;，；]/)].map((word) => word.trim()))].filter(Boolean);

/** The one mapping of a version to what machines read; each format writes this in its own words. */
export function describe(shown: Shown, site: Site): Described {
  const { dataset, release, changedAt } = shown;
  const { addresses, setting, language } = site;
  const { identifiers } = release ?? {};
  const doi = identifiers?.doi || undefined;
  const permalink = addresses.permalink(dataset.slug, dataset.version);
  return {
    id: dataset.id,
    name: oneLine(dataset.name),
    version: oneLine(dataset.version),
    title: titleOf(dataset),
    page: addresses.dataset(dataset.id),
    permalink,
    lineage: addresses.lineage(dataset.slug),
    doi,
    conceptDoi: identifiers?.conceptDoi || undefined,
    citeAs: doi === undefined ? permalink : doiUrl(doi),
    description: descriptionOf(shown, site),
    creators: creatorsOf(dataset.authors, identifiers?.authorList),
    publisher: { name: oneLine(setting.name), url: addresses.home },
    funders: identifiers?.funders ?? [],
    relatedWorks: identifiers?.relatedWorks ?? [],
    citation: dataset.citation.trim(),
    keywords: keywordsOf(dataset),
    modality: dataset.modalityName,
    licence: licenceOf(dataset.license),
    conditions: conditionsOf(shown, language),
    publishedAt: dataset.publishedAt ?? undefined,
    issued: issuedOf(dataset) ?? undefined,
    changedAt,
    createdAt: dataset.createdAt,
    embargoUntil: dataset.embargoUntil ?? undefined,
    withdrawn: withdrawnOf(shown),
    ...siblings(shown, addresses),
    releaseHash: dataset.releaseHash ?? undefined,
    size: dataset.size,
    fileCount: dataset.fileCount,
    image: dataset.samples ? addresses.preview(dataset.samples).url : undefined,
    downloads: downloadsOf(shown, site),
    tables: [],
  };
}

/** The version of a dataset's page; undefined for other pages. */
export function describePage(
  page: PageData,
  addresses: Addresses,
  language: Language,
): Described | undefined {
  const { setting, detail, plain, changedAt } = page;
  if (!detail) return undefined;
  const shown = { ...detail, plain: plain.get(detail.dataset.id) ?? '', changedAt };
  return describe(shown, { setting, addresses, language });
}

/** A media type without its parameters. */
export const bareType = (contentType: string): string => contentType.replace(/;.*$/s, '').trim();

/** A creator's name as people write it. */
export const nameOf = ({ family, given }: Creator): string => (given ? `${given} ${family}` : family);
