import type { Creator } from '../../contract/creators.ts';
import { bareType, type Described, type Download } from './describe.ts';
import { creatorLd, licenceLd } from './json-ld.ts';

const CROISSANT = 'http://mlcommons.org/croissant/1.1';

/** The context that the specification gives. */
const context = {
  '@language': 'en',
  '@vocab': 'https://schema.org/',
  arrayShape: 'cr:arrayShape',
  citeAs: 'cr:citeAs',
  column: 'cr:column',
  conformsTo: 'dct:conformsTo',
  containedIn: 'cr:containedIn',
  cr: 'http://mlcommons.org/croissant/',
  data: { '@id': 'cr:data', '@type': '@json' },
  dataType: { '@id': 'cr:dataType', '@type': '@vocab' },
  dct: 'http://purl.org/dc/terms/',
  description: { '@container': '@language' },
  equivalentProperty: 'cr:equivalentProperty',
  examples: { '@id': 'cr:examples', '@type': '@json' },
  extract: 'cr:extract',
  field: 'cr:field',
  fileObject: 'cr:fileObject',
  fileProperty: 'cr:fileProperty',
  fileSet: 'cr:fileSet',
  format: 'cr:format',
  includes: 'cr:includes',
  isArray: 'cr:isArray',
  isLiveDataset: 'cr:isLiveDataset',
  jsonPath: 'cr:jsonPath',
  key: 'cr:key',
  md5: 'cr:md5',
  name: { '@container': '@language' },
  parentField: 'cr:parentField',
  path: 'cr:path',
  rai: 'http://mlcommons.org/croissant/RAI/',
  recordSet: 'cr:recordSet',
  references: 'cr:references',
  regex: 'cr:regex',
  repeated: 'cr:repeated',
  replace: 'cr:replace',
  samplingRate: 'cr:samplingRate',
  sc: 'https://schema.org/',
  separator: 'cr:separator',
  source: 'cr:source',
  subField: 'cr:subField',
  transform: 'cr:transform',
};

/** mlcroissant takes no `@id` with white space: a file's name is none. */
const idOf = ({ subsetId }: Download): string => (subsetId === '' ? 'whole' : subsetId);

const fileObject = (download: Download, sha256: string) => ({
  '@type': 'cr:FileObject',
  '@id': idOf(download),
  name: download.name,
  description: download.desc || undefined,
  contentUrl: download.url,
  contentSize: `${download.size} B`,
  encodingFormat: bareType(download.contentType),
  sha256,
});

/** The files of a folder, which is downloaded as one ZIP. */
const fileSet = (download: Download) => ({
  '@type': 'cr:FileSet',
  '@id': `${idOf(download)}/files`,
  name: `${download.name}: files`,
  containedIn: { '@id': idOf(download) },
  encodingFormat: 'application/octet-stream',
  includes: '**',
});

const isFolder = ({ subsetId, contentType, fileCount }: Download): boolean =>
  subsetId !== '' && fileCount > 1 && bareType(contentType) === 'application/zip';

/** Only what is hashed already can be told: a FileObject without a hash is none. */
const distribution = ({ downloads }: Described): object[] =>
  downloads.flatMap((download) =>
    download.sha256 === undefined
      ? []
      : [fileObject(download, download.sha256), ...(isFolder(download) ? [fileSet(download)] : [])],
  );

/** Croissant demands a creator: of a dataset without authors that is who hands it out. */
const creators = ({ creators, publisher }: Described): Creator[] =>
  creators.length > 0 ? creators : [{ family: publisher.name, given: '' }];

/** Croissant 1.1: https://docs.mlcommons.org/croissant/docs/croissant-spec-1.1.html */
export const croissantJson = (described: Described): string =>
  JSON.stringify({
    '@context': context,
    '@type': 'sc:Dataset',
    conformsTo: CROISSANT,
    name: described.title,
    description: described.description,
    citeAs: described.citation || described.citeAs,
    license: licenceLd(described.licence) ?? described.conditions,
    url: described.page,
    identifier: described.citeAs,
    version: described.version,
    creator: creators(described).map(creatorLd),
    publisher: { '@type': 'Organization', ...described.publisher },
    keywords: described.keywords,
    datePublished: described.publishedAt ?? described.createdAt,
    dateModified: described.changedAt,
    conditionsOfAccess: described.conditions,
    distribution: distribution(described),
  });
