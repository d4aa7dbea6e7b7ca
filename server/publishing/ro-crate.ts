import type { Creator } from '../../contract/creators.ts';
import { getRoCrate } from '../../contract/formats.ts';
import { orcidUrl, rorUrl } from '../../contract/identifier-urls.ts';
import type { Addresses } from './addresses.ts';
import { bareType, type Described, nameOf } from './describe.ts';
import { relatedLd } from './related-ld.ts';

/** An entity of the graph; every one has an id. */
type Entity = { '@id': string; '@type': string | string[] } & Record<string, unknown>;

const ref = ({ '@id': id }: Entity) => ({ '@id': id });

/** A name as an id within the crate, for who has no identifier. */
const local = (kind: string, name: string): string => `#${kind}-${encodeURIComponent(name.toWellFormed())}`;

const organization = (name: string, ror?: string): Entity => ({
  '@id': ror ? rorUrl(ror) : local('organization', name),
  '@type': 'Organization',
  name,
  ...(ror && { url: rorUrl(ror) }),
});

/** A creator, and what they belong to. */
function creatorEntities(creator: Creator): [Entity, ...Entity[]] {
  const { family, given, orcid, affiliation, ror } = creator;
  const belongs = affiliation ? [organization(affiliation, ror)] : [];
  if (given === '') return [organization(family, affiliation ? undefined : ror)];
  const name = nameOf(creator);
  return [
    {
      '@id': orcid ? orcidUrl(orcid) : local('person', name),
      '@type': 'Person',
      name,
      givenName: given,
      familyName: family,
      ...(belongs[0] && { affiliation: ref(belongs[0]) }),
    },
    ...belongs,
  ];
}

const licenceEntity = ({ licence, conditions }: Described): Entity =>
  licence
    ? {
        '@id': licence.url ?? local('licence', licence.name),
        '@type': 'CreativeWork',
        name: licence.name,
        description: licence.spdx ? `SPDX: ${licence.spdx}` : licence.name,
        ...(licence.url && { url: licence.url }),
      }
    : { '@id': '#no-licence', '@type': 'CreativeWork', name: 'No licence stated', description: conditions };

const files = ({ downloads }: Described): Entity[] =>
  downloads.map(({ url, name, size, sha256, contentType, desc }) => ({
    '@id': url,
    '@type': 'File',
    name,
    ...(desc && { description: desc }),
    contentSize: String(size),
    encodingFormat: bareType(contentType),
    contentUrl: url,
    ...(sha256 && { sha256 }),
  }));

const day = (time: string | undefined): string | undefined => time?.slice(0, 10);

/** Of a frozen version. */
const releaseHash = ({ releaseHash: value }: Described): Entity[] =>
  value ? [{ '@id': '#release-hash', '@type': 'PropertyValue', name: 'Release hash (SHA-256)', value }] : [];

/** Other works are entities of their own: what names them, and what they are. */
function relatedEntities(described: Described) {
  const works = Object.entries(relatedLd(described));
  const entities = works
    .flatMap(([, list]) => list)
    .flatMap(({ workExample = [], ...work }): Entity[] => [
      { ...work, ...(workExample.length > 0 && { workExample: workExample.map((one) => ref({ ...one })) }) },
      ...workExample.map((one) => ({ ...one })),
    ]);
  const named = works.map(([property, list]) => [property, list.map((one) => ref({ ...one }))]);
  return { named: Object.fromEntries(named) as Record<string, object[]>, entities };
}

/** Where a crate lies, and what it holds. */
interface Place {
  /** `@id`s of the metadata descriptor and of the root. */
  descriptor: string;
  root: string;
  parts: Entity[];
}

/** RO-Crate 1.2 (https://w3id.org/ro/crate/1.2). */
function crateJson(described: Described, { descriptor: id, root: rootId, parts }: Place): string {
  const creators = described.creators.map(creatorEntities);
  const publisher: Entity = {
    '@id': described.publisher.url,
    '@type': 'Organization',
    name: described.publisher.name,
    url: described.publisher.url,
  };
  const funders = described.funders.map(({ name, ror }) => organization(name, ror));
  const grants = described.funders.flatMap(({ name, award }, n) =>
    award
      ? [
          {
            '@id': local('grant', `${name}-${award}`),
            '@type': 'Grant',
            name: award,
            identifier: award,
            funder: ref(funders[n] as Entity),
          },
        ]
      : [],
  );
  const licence = licenceEntity(described);
  const hash = releaseHash(described);
  const related = relatedEntities(described);
  const root: Entity = {
    '@id': rootId,
    '@type': 'Dataset',
    name: described.title,
    description: described.description,
    datePublished: day(described.publishedAt) ?? day(described.createdAt),
    dateModified: day(described.changedAt),
    version: described.version,
    identifier: [...new Set([described.citeAs, described.permalink]), ...hash.map(ref)],
    'cite-as': described.citeAs,
    url: described.page,
    license: ref(licence),
    keywords: described.keywords,
    ...(creators.length > 0 && { author: creators.map(([creator]) => ref(creator)) }),
    publisher: ref(publisher),
    ...(funders.length > 0 && { funder: funders.map(ref) }),
    ...(grants.length > 0 && { funding: grants.map(ref) }),
    ...related.named,
    ...(described.citation && { creditText: described.citation }),
    conditionsOfAccess: described.conditions,
    hasPart: parts.map(ref),
  };
  const descriptor: Entity = {
    '@id': id,
    '@type': 'CreativeWork',
    about: ref(root),
    conformsTo: { '@id': 'https://w3id.org/ro/crate/1.2' },
  };
  const all = [
    ...[descriptor, root, ...parts, licence, publisher],
    ...[...creators.flat(), ...funders, ...grants, ...hash, ...related.entities],
  ];
  // Two authors of one institute have one entity.
  const unique = new Map(all.toReversed().map((entity) => [entity['@id'], entity]));
  return JSON.stringify({
    '@context': 'https://w3id.org/ro/crate/1.2/context',
    '@graph': [...unique.values()].toReversed(),
  });
}

/** Detached: its data are web-based, at their downloads' addresses. */
export const roCrateJson = (described: Described, to: Addresses): string =>
  crateJson(described, {
    descriptor: to.of(getRoCrate.path.replace(':id', () => encodeURIComponent(described.id))),
    root: described.page,
    parts: files(described),
  });

/** A file or a folder in the folder that the dataset's ZIP unpacks to. */
export interface CratePart {
  /** Relative, with `/`; a folder's ends in one. */
  path: string;
  /** The lab's words; may be empty. */
  desc: string;
  /** Bytes. */
  size: number;
  /** Of a file: lower-case hex. */
  sha256: string | undefined;
  contentType: string;
}

const partEntity = ({ path, desc, size, sha256, contentType }: CratePart): Entity => {
  const isFolder = path.endsWith('/');
  return {
    '@id': path.split('/').map(encodeURIComponent).join('/'),
    '@type': isFolder ? 'Dataset' : 'File',
    name: path,
    ...(desc && { description: desc }),
    contentSize: String(size),
    ...(!isFolder && { encodingFormat: bareType(contentType) }),
    ...(sha256 && { sha256 }),
  };
};

/** Attached: it lies in the folder with the files. */
export const attachedRoCrate = (described: Described, parts: readonly CratePart[]): string =>
  crateJson(described, {
    descriptor: 'ro-crate-metadata.json',
    root: './',
    parts: parts.map(partEntity),
  });
