import { doiUrl } from '../../contract/identifier-urls.ts';
import type { Identifiers } from '../../contract/releases.ts';
import type { Described } from './describe.ts';

type Relation = Identifiers['relatedWorks'][number]['relation'];

/** schema.org's words for DataCite's relations; `hasPart` would be a file of this version. */
const properties: Record<Relation, string> = {
  IsCitedBy: 'subjectOf',
  IsReferencedBy: 'subjectOf',
  IsDescribedBy: 'subjectOf',
  IsDocumentedBy: 'subjectOf',
  Cites: 'citation',
  References: 'citation',
  IsDerivedFrom: 'isBasedOn',
  IsPartOf: 'isPartOf',
  IsSupplementTo: 'mentions',
  IsSupplementedBy: 'mentions',
  Describes: 'mentions',
  IsSourceOf: 'mentions',
  HasPart: 'mentions',
};

/** A work beside this version: another version of it, all of them as one, or a related work. */
export interface Work {
  '@type': 'CreativeWork';
  '@id': string;
  name: string;
  version?: string;
  url?: string;
  workExample?: Work[];
}

/**
 * What a version is a version of, came from and is related to, in schema.org's words: the work that all versions are examples
 * of, with those before and after it; what it is based on, the version before it included; and related works.
 * @returns works by property
 */
export function relatedLd(described: Described): Record<string, Work[]> {
  const { name, conceptDoi, lineage, previous, next, relatedWorks } = described;
  const versions = [previous, next].map(
    (one): Work | undefined =>
      one && {
        '@type': 'CreativeWork',
        '@id': one.url,
        name: `${name} ${one.version}`,
        version: one.version,
      },
  );
  const known = versions.filter((one) => one !== undefined);
  const whole: Work = {
    '@type': 'CreativeWork',
    '@id': conceptDoi ? doiUrl(conceptDoi) : lineage,
    name,
    url: lineage,
    ...(known.length > 0 && { workExample: known }),
  };
  const said: [string, Work][] = [
    ['exampleOfWork', whole],
    ...(versions[0] ? [['isBasedOn', versions[0]] as [string, Work]] : []),
    ...relatedWorks.map(({ doi, relation }): [string, Work] => [
      properties[relation],
      { '@type': 'CreativeWork', '@id': doiUrl(doi), name: `doi:${doi}` },
    ]),
  ];
  const byProperty = Map.groupBy(said, ([property]) => property);
  return Object.fromEntries(
    Array.from(byProperty, ([property, of]) => [property, of.map(([, work]) => work)]),
  );
}
