import type { Creator } from '../../contract/creators.ts';
import { orcidUrl, rorUrl } from '../../contract/identifier-urls.ts';
import { bareType, type Described } from './describe.ts';

/** DataCite's metadata of a version as its JSON has it: https://schema.datacite.org/meta/kernel-4.7/ */
export interface Datacite {
  doi?: string;
  url: string;
  types: { resourceTypeGeneral: 'Dataset'; resourceType: string };
  creators: DataciteCreator[];
  titles: { title: string }[];
  publisher: { name: string };
  publicationYear: string;
  subjects: { subject: string }[];
  dates: { date: string; dateType: string; dateInformation?: string }[];
  alternateIdentifiers: { alternateIdentifier: string; alternateIdentifierType: string }[];
  relatedIdentifiers: { relatedIdentifier: string; relatedIdentifierType: string; relationType: string }[];
  sizes: string[];
  formats: string[];
  version: string;
  rightsList: {
    rights: string;
    rightsUri?: string;
    rightsIdentifier?: string;
    rightsIdentifierScheme?: string;
    schemeUri?: string;
  }[];
  descriptions: { description: string; descriptionType: string }[];
  fundingReferences: {
    funderName: string;
    funderIdentifier?: string;
    funderIdentifierType?: string;
    awardNumber?: string;
  }[];
  schemaVersion: 'http://datacite.org/schema/kernel-4';
}

export interface DataciteCreator {
  name: string;
  nameType: 'Personal' | 'Organizational';
  givenName?: string;
  familyName?: string;
  nameIdentifiers?: { nameIdentifier: string; nameIdentifierScheme: string; schemeUri: string }[];
  affiliation?: {
    name: string;
    affiliationIdentifier?: string;
    affiliationIdentifierScheme?: string;
    schemeUri?: string;
  }[];
}

const ROR = 'https://ror.org';

function creatorOf({ family, given, orcid, affiliation, ror }: Creator): DataciteCreator {
  const rorId = ror && { nameIdentifier: rorUrl(ror), nameIdentifierScheme: 'ROR', schemeUri: ROR };
  const orcidId = orcid && {
    nameIdentifier: orcidUrl(orcid),
    nameIdentifierScheme: 'ORCID',
    schemeUri: 'https://orcid.org',
  };
  // Of an institute without an affiliation the ROR id is its own.
  const ids = [orcidId, affiliation || given ? undefined : rorId].filter(
    (one) => one !== undefined && one !== '',
  );
  const identified = ror && {
    affiliationIdentifier: rorUrl(ror),
    affiliationIdentifierScheme: 'ROR',
    schemeUri: ROR,
  };
  return {
    name: given ? `${family}, ${given}` : family,
    nameType: given ? 'Personal' : 'Organizational',
    ...(given && { givenName: given, familyName: family }),
    ...(ids.length > 0 && { nameIdentifiers: ids }),
    ...(affiliation && { affiliation: [{ name: affiliation, ...identified }] }),
  };
}

/** DataCite demands a creator: of a dataset without authors that is who hands it out. */
const creatorsOf = ({ creators, publisher }: Described): DataciteCreator[] =>
  (creators.length > 0 ? creators : [{ family: publisher.name, given: '' }]).map(creatorOf);

function datesOf({ issued, changedAt, createdAt, embargoUntil, withdrawn }: Described): Datacite['dates'] {
  const dates: [type: string, date: string | undefined, why?: string | undefined][] = [
    ['Created', createdAt],
    ['Issued', issued],
    ['Available', embargoUntil],
    ['Updated', changedAt],
    ['Withdrawn', withdrawn?.at, withdrawn?.reason],
  ];
  return dates.flatMap(([dateType, date, why]) =>
    date === undefined ? [] : { date: date.slice(0, 10), dateType, ...(why && { dateInformation: why }) },
  );
}

const url = (relatedIdentifier: string, relationType: string) => ({
  relatedIdentifier,
  relatedIdentifierType: 'URL',
  relationType,
});
const doi = (relatedIdentifier: string, relationType: string) => ({
  relatedIdentifier,
  relatedIdentifierType: 'DOI',
  relationType,
});

const relatedOf = (described: Described): Datacite['relatedIdentifiers'] => {
  const { conceptDoi, lineage, previous, next, relatedWorks } = described;
  return [
    conceptDoi ? doi(conceptDoi, 'IsVersionOf') : url(lineage, 'IsVersionOf'),
    ...(previous ? [url(previous.url, 'IsNewVersionOf')] : []),
    ...(next ? [url(next.url, 'IsPreviousVersionOf')] : []),
    ...relatedWorks.map((work) => doi(work.doi, work.relation)),
  ];
};

function rightsOf({ licence }: Described): Datacite['rightsList'] {
  if (!licence) return [];
  const { name, url: rightsUri, spdx } = licence;
  return [
    {
      rights: name,
      ...(rightsUri && { rightsUri }),
      ...(spdx && {
        rightsIdentifier: spdx,
        rightsIdentifierScheme: 'SPDX',
        schemeUri: 'https://spdx.org/licenses/',
      }),
    },
  ];
}

/** Distinct media types of what can be downloaded, without parameters. */
const mediaTypes = ({ downloads }: Described): string[] => [
  ...new Set(downloads.map(({ contentType }) => bareType(contentType))),
];

/** A version in DataCite's words. */
export function datacite(described: Described): Datacite {
  const { title, version, doi: own, permalink, page, publisher, issued, createdAt, releaseHash } = described;
  return {
    ...(own && { doi: own }),
    url: permalink,
    types: { resourceTypeGeneral: 'Dataset', resourceType: 'Dataset' },
    creators: creatorsOf(described),
    titles: [{ title }],
    publisher: { name: publisher.name },
    publicationYear: (issued ?? createdAt).slice(0, 4),
    subjects: described.keywords.map((subject) => ({ subject })),
    dates: datesOf(described),
    alternateIdentifiers: [
      ...(own ? [{ alternateIdentifier: permalink, alternateIdentifierType: 'URL' }] : []),
      { alternateIdentifier: page, alternateIdentifierType: 'URL' },
      ...(releaseHash
        ? [{ alternateIdentifier: releaseHash, alternateIdentifierType: 'SHA-256 of the sha256 manifest' }]
        : []),
    ],
    relatedIdentifiers: relatedOf(described),
    sizes: [`${described.size} bytes`, `${described.fileCount} files`],
    formats: mediaTypes(described),
    version,
    rightsList: rightsOf(described),
    descriptions: [{ description: described.description, descriptionType: 'Abstract' }],
    fundingReferences: described.funders.map(({ name, ror, award }) => ({
      funderName: name,
      ...(ror && { funderIdentifier: rorUrl(ror), funderIdentifierType: 'ROR' }),
      ...(award && { awardNumber: award }),
    })),
    schemaVersion: 'http://datacite.org/schema/kernel-4',
  };
}

export const dataciteJson = (described: Described): string => JSON.stringify(datacite(described));
