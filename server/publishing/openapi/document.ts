import type { Registered } from '../../http/index.ts';
import { callGroups } from './calls.ts';
import { callOperation, type Operation, otherOperation, refusals, templateOf } from './operation.ts';
import { otherGroups } from './others.ts';
import { errorSchema } from './schemas.ts';

export interface OpenApi {
  openapi: '3.1.1';
  info: object;
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: object;
}

const introduction = `Every JSON answer is \`{ code, msg, data }\`; the HTTP status equals \`code\`, but 6401 (an administrator’s token is over) travels as 401. A failure has \`msg\`, what happened and what to do, in the language of \`Accept-Language\`, and \`errors\` with the fields that are wrong. Unknown fields, filters and sort columns are refused. Files, feeds and machine formats have no envelope; their failures do.

A user’s token comes from \`POST /api/v1/login\`, an administrator’s from \`POST /api/v1/admin/login\`; both travel as \`Authorization: Bearer\`. For scripts, make a personal token in the account: it is the password of HTTP Basic on downloads. Every GET answers HEAD, too.`;

const securitySchemes = {
  userToken: { type: 'http', scheme: 'bearer', description: 'Of `POST /api/v1/login`, or a personal token' },
  adminToken: { type: 'http', scheme: 'bearer', description: 'Of `POST /api/v1/admin/login`' },
  guestToken: { type: 'http', scheme: 'bearer', description: 'Of `POST /api/v1/review`' },
  personalToken: {
    type: 'http',
    scheme: 'basic',
    description: 'Any user name; the personal token as the password',
  },
  ticket: {
    type: 'apiKey',
    in: 'query',
    name: 'token',
    description: 'The ticket in a dataset’s download links, good for 7 days',
  },
};

/** Those that carry a body of their own, so that a file's HEAD and GET are told of. */
const isShown = ({ method, endpoint, url }: Registered): boolean =>
  method !== 'HEAD' || endpoint?.answers === 'file' || url.startsWith('/api/v1/admin/uploads');

/** Where a route is described; undefined: nowhere. */
function describe(registered: Registered): [tag: string, operation: Operation] | undefined {
  const { method, url, endpoint } = registered;
  const name = `${method === 'HEAD' && endpoint?.method === 'GET' ? 'GET' : method} ${url}`;
  for (const [tag, calls] of Object.entries(callGroups)) {
    const summary = calls[name];
    if (summary !== undefined && endpoint)
      return [tag, callOperation(endpoint, tag, summary, method as never)];
  }
  for (const [tag, routes] of Object.entries(otherGroups)) {
    const other = routes[name];
    if (other) return [tag, otherOperation(method, url, tag, other)];
  }
  return undefined;
}

/** `/d/:slug/:version?` is two paths. */
const paths = (url: string): string[] =>
  url.endsWith('?') ? [url.replace(/\/:\w+\?$/, ''), url.slice(0, -1)] : [url];

/** The routes that no words describe: a test finds them. */
export const undescribed = (registered: readonly Registered[]): string[] =>
  routesOf(registered)
    .filter((route) => isShown(route) && !describe(route))
    .map(({ method, url }) => `${method} ${url}`);

const routesOf = (registered: readonly Registered[]): Registered[] =>
  registered.flatMap((route) => paths(route.url).map((url) => ({ ...route, url })));

/**
 * All routes of the server as an OpenAPI 3.1 document: made from the routes themselves, so that none is missing.
 * @param registered every route
 * @param about the portal's name, its public URL, and this program's version
 */
export function openApi(
  registered: readonly Registered[],
  { name, url, version }: { name: string; url: string; version: string },
): OpenApi {
  const paths: OpenApi['paths'] = {};
  const used = new Set<string>();
  const order = [...Object.values(callGroups), ...Object.values(otherGroups)].flatMap(Object.keys);
  const place = ({ method, url }: Registered) => order.indexOf(`${method} ${url}`);
  for (const route of routesOf(registered).sort((a, b) => place(a) - place(b))) {
    const found = isShown(route) ? describe(route) : undefined;
    if (!found) continue;
    const [tag, operation] = found;
    used.add(tag);
    const path = templateOf(route.url);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation };
  }
  const failure = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  return {
    openapi: '3.1.1',
    info: {
      title: `Every call of ${name}`,
      version,
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url }],
    tags: [...Object.keys(callGroups), ...Object.keys(otherGroups)]
      .filter((tag) => used.has(tag))
      .map((tag) => ({ name: tag })),
    paths,
    components: {
      schemas: { Error: errorSchema },
      responses: Object.fromEntries(
        Object.entries(refusals).map(([status, description]) => [
          status,
          { description, ...(status !== '304' && { content: failure }) },
        ]),
      ),
      securitySchemes,
    },
  };
}
