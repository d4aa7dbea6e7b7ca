import type { Creator } from '../../contract/creators.ts';
import { doiUrl, orcidUrl, rorUrl } from '../../contract/identifier-urls.ts';
import { type RdfNode, turtle, turtlePrefixes, type Value } from '../shared/turtle.ts';
import type { Addresses } from './addresses.ts';
import { bareType, type Described, nameOf } from './describe.ts';

const prefixes = {
  adms: 'http://www.w3.org/ns/adms#',
  dcat: 'http://www.w3.org/ns/dcat#',
  dct: 'http://purl.org/dc/terms/',
  foaf: 'http://xmlns.com/foaf/0.1/',
  owl: 'http://www.w3.org/2002/07/owl#',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  skos: 'http://www.w3.org/2004/02/skos/core#',
  spdx: 'http://spdx.org/rdf/terms#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
};

/** Versions between two yields to the event loop. */
const STEP = 100;

const time = (at: string | undefined): Value | undefined =>
  at === undefined ? undefined : { '@value': at, '@type': at.length === 10 ? 'xsd:date' : 'xsd:dateTime' };

/** Nodes within a node have no address, but what is the same thing everywhere: that is said beside. */
const agent = ({ family, given, orcid, ror, affiliation }: Creator): RdfNode => {
  const identifier = orcid ? orcidUrl(orcid) : ror && !given && !affiliation ? rorUrl(ror) : undefined;
  return {
    '@type': 'foaf:Agent',
    'foaf:name': nameOf({ family, given }),
    ...(identifier && { 'dct:identifier': identifier }),
  };
};

/** EU vocabulary of access rights. */
const RESTRICTED = 'http://publications.europa.eu/resource/authority/access-right/RESTRICTED';
const access = (conditions: string): Value[] => [
  { '@id': RESTRICTED },
  { '@type': 'dct:RightsStatement', 'rdfs:label': conditions },
];

const mediaType = (contentType: string): Value => ({
  '@id': `https://www.iana.org/assignments/media-types/${bareType(contentType)}`,
});

function distributions({ downloads, page, licence, title, conditions }: Described): RdfNode[] {
  return downloads.map(({ url, size, sha256, contentType, name }) => ({
    '@type': 'dcat:Distribution',
    'dct:title': `${title}: ${name}`,
    'dcat:accessURL': { '@id': page },
    'dcat:downloadURL': { '@id': url },
    'dcat:mediaType': mediaType(contentType),
    'dcat:byteSize': { '@value': String(size), '@type': 'xsd:nonNegativeInteger' },
    'dct:license': licence?.url ? { '@id': licence.url } : undefined,
    'dct:rights': { '@type': 'dct:RightsStatement', 'rdfs:label': licence?.name ?? conditions },
    'spdx:checksum': sha256
      ? {
          '@type': 'spdx:Checksum',
          'spdx:algorithm': { '@id': 'http://spdx.org/rdf/terms#checksumAlgorithm_sha256' },
          'spdx:checksumValue': { '@value': sha256, '@type': 'xsd:hexBinary' },
        }
      : undefined,
  }));
}

/** Who hands the datasets out; the home page is a document. */
const publisherOf = (to: Addresses): string => `${to.home}#publisher`;

/** A version as a dcat:Dataset. */
function dataset(described: Described, to: Addresses): RdfNode {
  const { doi, conceptDoi, previous } = described;
  return {
    '@id': described.permalink,
    '@type': 'dcat:Dataset',
    'dct:title': described.title,
    'dct:description': described.description,
    'dct:identifier': described.citeAs,
    'adms:identifier': doi
      ? {
          '@type': 'adms:Identifier',
          'skos:notation': { '@value': doiUrl(doi), '@type': 'xsd:anyURI' },
        }
      : undefined,
    'dct:publisher': { '@id': publisherOf(to) },
    'dct:creator': described.creators.map(agent),
    'dct:issued': time(described.publishedAt),
    'dct:modified': time(described.changedAt),
    'dct:accessRights': access(described.conditions).slice(0, 1),
    'dct:rights': access(described.conditions).slice(1),
    'dcat:keyword': described.keywords,
    'dcat:landingPage': { '@id': described.page },
    'dcat:version': described.version,
    'dcat:previousVersion': previous && { '@id': previous.url },
    'dcat:isVersionOf': { '@id': conceptDoi ? doiUrl(conceptDoi) : described.lineage },
    'dct:relation': described.relatedWorks.map((work) => ({ '@id': doiUrl(work.doi) })),
    'dcat:distribution': distributions(described),
  };
}

interface Portal {
  name: string;
  description: string;
}

/** Things that several versions name; the shapes want to know what they are. */
function named(list: readonly Described[], { name }: Portal, to: Addresses): RdfNode[] {
  const licences = new Set(list.flatMap(({ licence }) => licence?.url ?? []));
  const types = new Set(list.flatMap(({ downloads }) => downloads.map((one) => bareType(one.contentType))));
  return [
    { '@id': publisherOf(to), '@type': 'foaf:Agent', 'foaf:name': name },
    { '@id': to.home, '@type': 'foaf:Document' },
    { '@id': RESTRICTED, '@type': 'dct:RightsStatement' },
    ...list.map(({ page }): RdfNode => ({ '@id': page, '@type': 'foaf:Document' })),
    ...Array.from(licences, (url): RdfNode => ({ '@id': url, '@type': 'dct:LicenseDocument' })),
    ...Array.from(types, (type): RdfNode => {
      const { '@id': id } = mediaType(type) as { '@id': string };
      return { '@id': id, '@type': 'dct:MediaType' };
    }),
    {
      '@id': 'http://spdx.org/rdf/terms#checksumAlgorithm_sha256',
      '@type': 'spdx:ChecksumAlgorithm',
    },
  ];
}

/** The whole catalogue (DCAT-AP 3.0), each node as text, with a yield now and then. */
async function written(
  list: readonly Described[],
  portal: Portal,
  to: Addresses,
  write: (node: RdfNode) => string,
): Promise<string[]> {
  const catalog: RdfNode = {
    '@id': to.of('/catalog.ttl#catalog'),
    '@type': 'dcat:Catalog',
    'dct:title': portal.name,
    'dct:description': portal.description,
    'dct:publisher': { '@id': publisherOf(to) },
    'foaf:homepage': { '@id': to.home },
    'dcat:dataset': list.map(({ permalink }) => ({ '@id': permalink })),
  };
  const texts = [catalog, ...named(list, portal, to)].map(write);
  for (const [n, described] of list.entries()) {
    texts.push(write(dataset(described, to)));
    if (n % STEP === STEP - 1) await new Promise(setImmediate);
  }
  return texts;
}

export const catalogTurtle = async (...given: [readonly Described[], Portal, Addresses]): Promise<string> =>
  turtlePrefixes(prefixes) + (await written(...given, turtle)).join('');

export const catalogJsonLd = async (...given: [readonly Described[], Portal, Addresses]): Promise<string> => {
  const nodes = await written(...given, (node) => JSON.stringify(node));
  return `{"@context":${JSON.stringify(prefixes)},"@graph":[\n${nodes.join(',\n')}\n]}\n`;
};
