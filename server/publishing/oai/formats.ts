import { element } from '../../shared/xml-element.ts';
import { dataciteElement } from '../datacite-xml.ts';
import { bareType, type Described } from '../describe.ts';
import type { Prefix } from './arguments.ts';

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';

export interface OaiFormat {
  schema: string;
  namespace: string;
  make: (described: Described) => string;
}

const dcNamespace = 'http://www.openarchives.org/OAI/2.0/oai_dc/';
const dcSchema = 'http://www.openarchives.org/OAI/2.0/oai_dc.xsd';

/** Unqualified Dublin Core. */
function dublinCore(described: Described): string {
  const { creators, licence, publisher, issued, conceptDoi, lineage, previous, next, relatedWorks } =
    described;
  const all = (name: string, values: readonly (string | undefined)[]) =>
    values.flatMap((value) => (value ? [element(`dc:${name}`, value)] : []));
  const types = described.downloads.map(({ contentType }) => bareType(contentType));
  return element(
    'oai_dc:dc',
    [
      ...all('title', [described.title]),
      ...all(
        'creator',
        creators.map(({ family, given }) => (given ? `${family}, ${given}` : family)),
      ),
      ...all('subject', described.keywords),
      ...all('description', [described.description]),
      ...all('publisher', [publisher.name]),
      ...all('date', [issued?.slice(0, 10)]),
      ...all('type', ['Dataset']),
      ...all('format', [...new Set(types)]),
      ...all('identifier', [...new Set([described.citeAs, described.permalink, described.page])]),
      ...all('relation', [
        // What it is a version of, and those beside it: Dublin Core has one word for all.
        conceptDoi ? `doi:${conceptDoi}` : lineage,
        ...[previous?.url, next?.url],
        ...relatedWorks.map(({ doi }) => `doi:${doi}`),
      ]),
      ...all('rights', [licence?.name, licence?.url, described.conditions]),
    ],
    {
      'xmlns:oai_dc': dcNamespace,
      'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
      'xmlns:xsi': XSI,
      'xsi:schemaLocation': `${dcNamespace} ${dcSchema}`,
    },
  );
}

const dataciteNamespace = 'http://schema.datacite.org/oai/oai-1.1/';
const dataciteSchema = 'http://schema.datacite.org/oai/oai-1.1/oai.xsd';

/** DataCite's wrapper for its XML. */
const oaiDatacite = (described: Described): string =>
  element(
    'oai_datacite',
    [element('schemaVersion', '4.7'), element('payload', [dataciteElement(described)])],
    {
      xmlns: dataciteNamespace,
      'xmlns:xsi': XSI,
      'xsi:schemaLocation': `${dataciteNamespace} ${dataciteSchema}`,
    },
  );

export const oaiFormats: Record<Prefix, OaiFormat> = {
  oai_dc: { schema: dcSchema, namespace: dcNamespace, make: dublinCore },
  oai_datacite: { schema: dataciteSchema, namespace: dataciteNamespace, make: oaiDatacite },
};
