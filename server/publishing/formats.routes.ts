import {
  getCroissant,
  getDataciteJson,
  getDataciteXml,
  getLinkset,
  getRoCrate,
} from '../../contract/formats.ts';
import { ANSWERED, type Prepared, prepare, type Route, sendPrepared } from '../http/index.ts';
import { notFound } from '../shared/errors.ts';
import { type ChangeCounter, versionedCache } from '../shared/versioned-cache.ts';
import type { Addresses } from './addresses.ts';
import { croissantJson } from './croissant.ts';
import { dataciteJson } from './datacite.ts';
import { dataciteXml } from './datacite-xml.ts';
import type { Described } from './describe.ts';
import { describing, type FormatLink, linkset } from './format-list.ts';
import { roCrateJson } from './ro-crate.ts';
import { formatLinks, linksetJson } from './signposting.ts';

/** ms; added to the catalogue cache's lifetime, as for pages. */
const LIFETIME = 4_000;
/** Cached answers. */
const MOST = 500;

type Call = Parameters<Route>[0] & typeof getDataciteJson;
interface Served {
  /** Whether it tells of columns. */
  tables?: true;
  call: Omit<Call, 'path'> & { path: string };
  make: (described: Described, to: Addresses) => string;
}

const served: Served[] = [
  { call: getDataciteJson, make: dataciteJson },
  { call: getDataciteXml, make: dataciteXml },
  { call: getCroissant, make: croissantJson, tables: true },
  { call: getRoCrate, make: roCrateJson },
  { call: getLinkset, make: linksetJson },
];
/** How each format is made, by its call's path. */
export const makes = served.map(({ call, make }) => [call.path, make] as const);

const links = new Map<string, FormatLink>([...describing, linkset].map((link) => [link.path, link]));

/** The same answer to credentials: kept nowhere (releases.md, "Files"). */
function toCredentials(answer: Prepared): Prepared {
  const own = (headers: Record<string, string>) => ({ ...headers, 'cache-control': 'private, no-store' });
  const { br, gzip, identity } = answer.headers;
  return {
    ...answer,
    headers: { br: own(br), gzip: own(gzip), identity: own(identity) },
    unchanged: own(answer.unchanged),
  };
}

interface Dependencies {
  /** A version as visitors may see it; undefined: they may not. */
  described: (id: string, withTables: boolean) => Promise<Described | undefined>;
  to: Addresses;
  changes: ChangeCounter;
  now: () => number;
}

/** A version in each format that machines read (releases.md); the same for everybody, cached until it changes. */
export function formatsRoutes(route: Route, { described, to, changes, now }: Dependencies): void {
  for (const { call, make, tables = false } of served) {
    const link = links.get(call.path);
    if (!link) throw new Error(`nothing says what ${call.path} is`);
    const { type, profile } = link;
    const kept = versionedCache<Prepared | undefined>({
      load: async (id: string) => {
        const found = await described(id, tables);
        return (
          found &&
          prepare(make(found, to), {
            type: profile ? `${type}; profile="${profile}"` : type,
            headers: { link: formatLinks(found, to), vary: 'Authorization' },
          })
        );
      },
      version: changes.version,
      now,
      lifetime: LIFETIME,
      most: MOST,
      keep: (answer) => answer !== undefined,
    });
    route(
      call,
      async ({ params, request, reply }) => {
        const answer = await kept.get(params.id);
        if (!answer) throw notFound('This dataset');
        const isOwn = request.headers.authorization !== undefined;
        await sendPrepared(request, reply, isOwn ? toCredentials(answer) : answer);
        return ANSWERED;
      },
      { limit: 'reading' },
    );
  }
}
