import { element, type Xml } from '../shared/xml-element.ts';
import { type DataciteCreator, datacite } from './datacite.ts';
import type { Described } from './describe.ts';

const creatorXml = (creator: DataciteCreator): string =>
  element('creator', [
    element('creatorName', creator.name, { nameType: creator.nameType }),
    creator.givenName && element('givenName', creator.givenName),
    creator.familyName && element('familyName', creator.familyName),
    ...(creator.nameIdentifiers ?? []).map(({ nameIdentifier, nameIdentifierScheme, schemeUri }) =>
      element('nameIdentifier', nameIdentifier, { nameIdentifierScheme, schemeURI: schemeUri }),
    ),
    ...(creator.affiliation ?? []).map(({ name, schemeUri, ...rest }) =>
      element('affiliation', name, { ...rest, schemeURI: schemeUri }),
    ),
  ]);

/** A list in its wrapper; nothing for an empty one. */
const listed = (name: string, items: readonly string[]): Xml =>
  items.length === 0 ? undefined : element(name, items);

/**
 * DataCite 4.7 XML, without the XML declaration. What has no DOI is identified by its permanent address.
 * @see https://schema.datacite.org/meta/kernel-4.7/
 */
export function dataciteElement(described: Described): string {
  const meta = datacite(described);
  const kernel = 'http://datacite.org/schema/kernel-4';
  return element(
    'resource',
    [
      element('identifier', meta.doi ?? meta.url, { identifierType: meta.doi ? 'DOI' : 'URL' }),
      element('creators', meta.creators.map(creatorXml)),
      element(
        'titles',
        meta.titles.map(({ title }) => element('title', title)),
      ),
      element('publisher', meta.publisher.name),
      element('publicationYear', meta.publicationYear),
      element('resourceType', meta.types.resourceType, {
        resourceTypeGeneral: meta.types.resourceTypeGeneral,
      }),
      listed(
        'subjects',
        meta.subjects.map(({ subject }) => element('subject', subject)),
      ),
      listed(
        'dates',
        meta.dates.map(({ date, ...rest }) => element('date', date, rest)),
      ),
      listed(
        'alternateIdentifiers',
        meta.alternateIdentifiers.map(({ alternateIdentifier, ...rest }) =>
          element('alternateIdentifier', alternateIdentifier, rest),
        ),
      ),
      listed(
        'relatedIdentifiers',
        meta.relatedIdentifiers.map(({ relatedIdentifier, ...rest }) =>
          element('relatedIdentifier', relatedIdentifier, rest),
        ),
      ),
      listed(
        'sizes',
        meta.sizes.map((size) => element('size', size)),
      ),
      listed(
        'formats',
        meta.formats.map((format) => element('format', format)),
      ),
      element('version', meta.version),
      listed(
        'rightsList',
        meta.rightsList.map(({ rights, rightsUri, schemeUri, ...rest }) =>
          element('rights', rights, { rightsURI: rightsUri, ...rest, schemeURI: schemeUri }),
        ),
      ),
      listed(
        'descriptions',
        meta.descriptions.map(({ description, ...rest }) => element('description', description, rest)),
      ),
      listed(
        'fundingReferences',
        meta.fundingReferences.map(({ funderName, funderIdentifier, funderIdentifierType, awardNumber }) =>
          element('fundingReference', [
            element('funderName', funderName),
            funderIdentifier && element('funderIdentifier', funderIdentifier, { funderIdentifierType }),
            awardNumber && element('awardNumber', awardNumber),
          ]),
        ),
      ),
    ],
    {
      xmlns: kernel,
      'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
      'xsi:schemaLocation': `${kernel} https://schema.datacite.org/meta/kernel-4.7/metadata.xsd`,
    },
  );
}

export const dataciteXml = (described: Described): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${dataciteElement(described)}\n`;
