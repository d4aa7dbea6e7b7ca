import { orcidUrl, rorUrl } from '../../contract/identifier-urls.ts';
import { type Addresses, addresses } from './addresses.ts';
import { bareType, type Described } from './describe.ts';
import { describing, formatPath, linkset } from './format-list.ts';

/**
 * Signposting level 2 (https://signposting.org/FAIR/): links for machines between a version's page, what describes it,
 * and its downloads.
 */
interface Link {
  rel: string;
  href: string;
  type?: string;
  profile?: string;
}

/** More downloads than this are in the linkset only (formats.md). */
const MOST_ITEMS = 5;
/** Characters of a header: more would be refused by proxies, whose room for all headers is 4 or 8 KiB. */
const LONGEST = 3_000;

const page = (described: Described) => ({ href: described.page, type: 'text/html' });
const linksetOf = (id: string, to: Addresses): Link => ({
  rel: 'linkset',
  href: to.of(formatPath(linkset, id)),
  type: linkset.type,
});

const describedBy = (id: string, to: Addresses): Link[] =>
  describing.map(({ type, profile, ...format }) => ({
    rel: 'describedby',
    href: to.of(formatPath({ type, ...format }, id)),
    type,
    ...(profile && { profile }),
  }));

/** Authors who have an identifier; an institute's is its ROR id. */
const authors = ({ creators }: Described): Link[] =>
  creators.flatMap(({ orcid, ror, given }) => {
    if (orcid) return { rel: 'author', href: orcidUrl(orcid) };
    return ror && !given ? { rel: 'author', href: rorUrl(ror) } : [];
  });

const items = ({ downloads }: Described): Link[] =>
  downloads.map(({ url, contentType }) => ({ rel: 'item', href: url, type: bareType(contentType) }));

/** From the page, but for its linkset. */
const fromPage = (described: Described, to: Addresses): Link[] => [
  { rel: 'cite-as', href: described.citeAs },
  { rel: 'type', href: 'https://schema.org/AboutPage' },
  { rel: 'type', href: 'https://schema.org/Dataset' },
  ...authors(described),
  ...(described.licence?.url ? [{ rel: 'license', href: described.licence.url }] : []),
  ...describedBy(described.id, to),
  ...items(described),
];

const quoted = (value: string): string => `"${value.replace(/["\\]/g, '\\$&')}"`;

/** The field value of a `Link` header (RFC 8288). */
const headerOf = (links: readonly Link[]): string =>
  links
    .map(({ href, ...attributes }) =>
      [`<${href}>`, ...Object.entries(attributes).map(([name, value]) => `${name}=${quoted(value)}`)].join(
        '; ',
      ),
    )
    .join(', ');

/** The `Link` header of a version's page: all its links, or, where that is too much, the linkset alone. */
export function pageLinks(described: Described, to: Addresses): string {
  const toLinkset = linksetOf(described.id, to);
  const whole = headerOf([...fromPage(described, to), toLinkset]);
  const tooMuch = described.downloads.length > MOST_ITEMS || whole.length > LONGEST;
  return tooMuch ? headerOf([toLinkset]) : whole;
}

/** The `Link` header of what describes a version. */
export const formatLinks = (described: Described, to: Addresses): string =>
  headerOf([{ rel: 'describes', ...page(described) }, linksetOf(described.id, to)]);

/** Makes the `Link` header of a dataset's downloads. */
export function linksOfContent(publicUrl: string, staticBase: string) {
  const to = addresses(publicUrl, staticBase);
  return (datasetId: string): string =>
    headerOf([
      { rel: 'collection', href: to.dataset(datasetId), type: 'text/html' },
      linksetOf(datasetId, to),
    ]);
}

type Target = Omit<Link, 'rel'>;
type Context = { anchor: string } & Record<string, string | Target[]>;

/** One context of a linkset (RFC 9264): its links by their relation. */
function context(anchor: string, links: readonly Link[]): Context {
  const relations = Map.groupBy(links, ({ rel }) => rel);
  const targets = Array.from(relations, ([rel, of]) => [rel, of.map(({ rel: _, ...target }) => target)]);
  return { anchor, ...Object.fromEntries(targets) };
}

/** RFC 9264: the links from the page, from each download and from what describes it. */
export const linksetJson = (described: Described, to: Addresses): string =>
  JSON.stringify({
    linkset: [
      context(described.page, fromPage(described, to)),
      ...described.downloads.map(({ url }) => context(url, [{ rel: 'collection', ...page(described) }])),
      ...describedBy(described.id, to).map(({ href }) =>
        context(href, [{ rel: 'describes', ...page(described) }]),
      ),
    ],
  });
