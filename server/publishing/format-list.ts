import {
  getCroissant,
  getDataciteJson,
  getDataciteXml,
  getLinkset,
  getRoCrate,
} from '../../contract/formats.ts';

/** A format's place and kind, as links to it tell. */
export interface FormatLink {
  /** Its call; `:id` stands for the dataset's id. */
  path: string;
  /** Media type. */
  type: string;
  /** The profile that it follows, where the media type does not say it. */
  profile?: string;
}

/** Those that describe a version; its page and Signposting lead to each. */
export const describing: readonly FormatLink[] = [
  { path: getDataciteJson.path, type: 'application/vnd.datacite.datacite+json' },
  { path: getDataciteXml.path, type: 'application/vnd.datacite.datacite+xml' },
  {
    path: getCroissant.path,
    type: 'application/ld+json',
    profile: 'http://mlcommons.org/croissant/1.1',
  },
  { path: getRoCrate.path, type: 'application/ld+json', profile: 'https://w3id.org/ro/crate/1.2' },
];

export const linkset: FormatLink = { path: getLinkset.path, type: 'application/linkset+json' };

/** The path of a dataset's format. */
export const formatPath = ({ path }: FormatLink, id: string): string =>
  path.replace(':id', () => encodeURIComponent(id));
