import type { Creator } from '../../contract/creators.ts';
import { fileUrl } from '../../contract/file-url.ts';
import type { Addresses } from './addresses.ts';
import { croissantContext } from './croissant-context.ts';
import { bareType, type Described, type Download } from './describe.ts';
import { creatorLd, fundersLd, identifierLd, licenceLd, some } from './json-ld.ts';
import { relatedLd } from './related-ld.ts';
import type { ColumnType } from './tables/columns.ts';
import type { Table } from './tables/tables.ts';

const CROISSANT = 'http://mlcommons.org/croissant/1.1';

/** mlcroissant takes no `@id` with white space: a file's name is none. */
const idOf = ({ subsetId }: Download): string => (subsetId === '' ? 'whole' : subsetId);

/** A path as an `@id`; unlike subsets' ids, it can be guessed from the file's name. */
const pathId = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

interface FileOf {
  id: string;
  name: string;
  desc?: string;
  url: string;
  size: number;
  contentType: string;
  sha256: string;
}

const fileObject = ({ id, name, desc = '', url, size, contentType, sha256 }: FileOf) => ({
  '@type': 'cr:FileObject',
  '@id': id,
  name,
  description: desc || undefined,
  contentUrl: url,
  contentSize: `${size} B`,
  encodingFormat: bareType(contentType),
  sha256,
});

/** The files of a folder, which is downloaded as one ZIP. */
const fileSetId = (download: Download): string => `${idOf(download)}/files`;
const fileSet = (download: Download) => ({
  '@type': 'cr:FileSet',
  '@id': fileSetId(download),
  name: `${download.name}: files`,
  containedIn: { '@id': idOf(download) },
  encodingFormat: 'application/octet-stream',
  // `**/*` is every file; of those that lie directly in the folder mlcroissant finds it by the second pattern, which
  // must not match the folder that it unpacks to, whose name is a hash.
  includes: ['**/*', '*[!0-9a-f]*'],
});

const isFolder = ({ subsetId, contentType, fileCount }: Download): boolean =>
  subsetId !== '' && fileCount > 1 && bareType(contentType) === 'application/zip';

type Hashed = Download & { sha256: string };

/** Only what is hashed already can be told: a FileObject without a hash is none. */
const hashed = ({ downloads }: Described): Hashed[] =>
  downloads.filter((download): download is Hashed => download.sha256 !== undefined);

/** Of a table within a folder, a file with an address of its own. */
const urlOf = ({ id }: Described, { path }: Table, to: Addresses): string => to.of(fileUrl(id, path));

const distribution = (described: Described, to: Addresses): object[] => [
  ...hashed(described).flatMap((download) => [
    fileObject({ ...download, id: idOf(download) }),
    ...(isFolder(download) ? [fileSet(download)] : []),
  ]),
  ...described.tables
    .filter(({ subsetId }) => subsetId === undefined)
    .map((table) => {
      const url = urlOf(described, table, to);
      return fileObject({ ...table, id: url, url, name: table.path });
    }),
];

interface Field {
  /** The part of its `@id` after the record set's. */
  id: string;
  name: string;
  type: ColumnType;
  extract: { column: string } | { fileProperty: 'fullpath' | 'content' };
}

const recordSet = (id: string, name: string, source: object, fields: readonly Field[]) => ({
  '@type': 'cr:RecordSet',
  '@id': id,
  name,
  field: fields.map((field) => ({
    '@type': 'cr:Field',
    '@id': `${id}/${field.id}`,
    name: field.name,
    dataType: field.type,
    source: { ...source, extract: field.extract },
  })),
});

/** A record for each file of a folder. mlcroissant reads no columns of a FileSet in an archive: tables have their own. */
const filesAsRecords = (download: Download) =>
  recordSet(`${idOf(download)}/records`, download.name, { fileSet: { '@id': fileSetId(download) } }, [
    { id: 'path', name: 'path', type: 'sc:Text', extract: { fileProperty: 'fullpath' } },
    { id: 'content', name: 'content', type: 'sc:Text', extract: { fileProperty: 'content' } },
  ]);

/** A record for each row of a table. */
const rowsAsRecords = (described: Described, table: Table, to: Addresses) =>
  recordSet(
    pathId(table.path),
    table.path,
    { fileObject: { '@id': table.subsetId ?? urlOf(described, table, to) } },
    table.columns.map(({ name, type }) => ({
      id: encodeURIComponent(name),
      ...{ name, type },
      extract: { column: name },
    })),
  );

const recordSets = (described: Described, to: Addresses): object[] => [
  ...hashed(described).filter(isFolder).map(filesAsRecords),
  ...described.tables.map((table) => rowsAsRecords(described, table, to)),
];

/** Croissant demands a creator: of a dataset without authors that is who hands it out. */
const creators = ({ creators, publisher }: Described): Creator[] =>
  creators.length > 0 ? creators : [{ family: publisher.name, given: '' }];

/** Croissant 1.1: https://docs.mlcommons.org/croissant/docs/croissant-spec-1.1.html */
export const croissantJson = (described: Described, to: Addresses): string => {
  const records = recordSets(described, to);
  return JSON.stringify({
    '@context': croissantContext,
    '@type': 'sc:Dataset',
    conformsTo: CROISSANT,
    name: described.title,
    description: described.description,
    citeAs: described.citation || described.citeAs,
    license: licenceLd(described.licence) ?? described.conditions,
    url: described.page,
    identifier: identifierLd(described),
    sameAs: described.doi && described.citeAs,
    version: described.version,
    creator: creators(described).map(creatorLd),
    publisher: { '@type': 'Organization', ...described.publisher },
    funding: some(fundersLd(described)),
    ...relatedLd(described),
    keywords: described.keywords,
    datePublished: described.publishedAt ?? described.createdAt,
    dateModified: described.changedAt,
    conditionsOfAccess: described.conditions,
    distribution: distribution(described, to),
    ...(records.length > 0 && { recordSet: records }),
  });
};
