import type { Endpoint, Who } from '../../../contract/endpoint.ts';
import { describing, linkset } from '../format-list.ts';
import type { Other } from './others.ts';
import { envelopeOf, type JsonSchema, schemaOf } from './schemas.ts';

/** An operation of OpenAPI 3.1, as far as this portal says of one. */
export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security: Record<string, string[]>[];
  parameters: {
    name: string;
    in: 'path' | 'query' | 'header';
    required: boolean;
    description?: string;
    schema: JsonSchema;
  }[];
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, object>;
}

const JSON_TYPE = 'application/json';

/** Refusals that the document names once. */
export const refusals: Record<string, string> = {
  304: 'Unchanged since the ETag that was sent',
  400: 'The input is not valid; `errors` says where',
  401: 'No token, or one that is over',
  403: 'Known, but not allowed',
  404: 'There is no such thing',
  408: 'The body came too slowly',
  409: 'It contradicts what is there',
  410: 'It was there, and is not any more',
  412: 'It is no longer what `If-Match` names',
  413: 'The body is too large',
  415: 'The body is of a type that this call does not take',
  416: 'The range lies beyond the end',
  429: 'Too many requests; `Retry-After` says when to come back',
  500: 'A fault of the portal',
  503: 'Not now; `Retry-After` says when to come back',
  507: 'The disk is full',
};
const refusal = (status: string | number) =>
  [String(status), { $ref: `#/components/responses/${status}` }] as const;

/** Files of multipart forms, by call; several of one name where it says so. */
const formFiles: Record<string, Record<string, 'one' | 'several'>> = {
  'POST /api/v1/admin/addDataset': { samples: 'one', desc: 'one', archive: 'one', subsets: 'several' },
  'PUT /api/v1/admin/updateDataset/:id': { samples: 'one', desc: 'one', archive: 'one' },
  'POST /api/v1/admin/addSubsets/:id': { subsets: 'several' },
  'POST /api/v1/setting': { logo: 'one' },
  'POST /api/v1/dataset/:id/request/file': { file: 'one' },
};
const binary: JsonSchema = { type: 'string', contentMediaType: 'application/octet-stream' };

/** Media types of what is no JSON. */
const fileTypes: Record<string, string> = {
  ...Object.fromEntries([...describing, linkset].map(({ path, type }) => [`GET ${path}`, type])),
  'GET /api/v1/dataset/:id/fixity.svg': 'image/svg+xml',
  'GET /api/v1/downloadInspection/*': 'text/plain',
  'GET /api/v1/admin/records/export': 'text/csv',
  'GET /api/v1/admin/recall/:id/people/export': 'text/csv',
  'GET /api/v1/mailPreferences/stop': 'text/html',
  'POST /api/v1/mailPreferences/stop': 'text/html',
  'GET /api/v1/dataset/:id/request/file/:fileId': 'application/pdf',
  'GET /api/v1/admin/request/:id/file/:fileId': 'application/pdf',
  'GET /api/v1/account/export': JSON_TYPE,
  'GET /api/v1/dict/data/export': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'GET /api/openapi.json': JSON_TYPE,
  'GET /api/docs': 'text/html',
};

/** `:id` → `{id}`; the rest of a path, which may hold slashes → `{path}`. */
export const templateOf = (url: string): string => url.replace(/:(\w+)/g, '{$1}').replace(/\*$/, '{path}');

const operationIdOf = (method: string, url: string): string =>
  `${method.toLowerCase()}${url.replace(/[^A-Za-z0-9]+(\w?)/g, (_, letter: string) => letter.toUpperCase())}${/.\/$/.test(url) ? 'Slash' : ''}`;

function pathParameters(url: string): Operation['parameters'] {
  return [...templateOf(url).matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    ...(url.endsWith('*') && name === 'path' && { description: 'May hold slashes, percent-encoded or not' }),
    schema: { type: 'string', minLength: 1 },
  }));
}

function queryParameters({ query }: Endpoint): Operation['parameters'] {
  if (!query) return [];
  const { properties = {}, required = [] } = schemaOf(query, 'input');
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

const securityOf = ({ kind }: Who, method: string): Operation['security'] => {
  if (kind === 'anyone') return method === 'GET' ? [{}, { userToken: [] }] : [];
  if (kind === 'user') return [{ userToken: [] }];
  if (kind === 'guest') return [{ guestToken: [] }];
  if (kind === 'download') return [{ ticket: [] }, { userToken: [] }, { personalToken: [] }];
  return [{ adminToken: [] }];
};

function bodyOf(endpoint: Endpoint, name: string): Operation['requestBody'] {
  const { takes, body } = endpoint;
  if (takes === 'nothing') return undefined;
  if (takes === 'one-click') {
    const form = { type: 'object', properties: { 'List-Unsubscribe': { const: 'One-Click' } } };
    return { required: false, content: { 'application/x-www-form-urlencoded': { schema: form } } };
  }
  const schema = body ? schemaOf(body, 'input') : { type: 'object' };
  const files = Object.entries(formFiles[name] ?? {}).map(([field, how]): [string, JsonSchema] => [
    field,
    how === 'one' ? binary : { type: 'array', items: binary },
  ]);
  const form = { ...schema, properties: { ...schema.properties, ...Object.fromEntries(files) } };
  // In a form, lists of sources are for JSON alone.
  if (name.includes('addSubsets'))
    Object.assign(form, { required: [], properties: Object.fromEntries(files) });
  return {
    required: (schema.required ?? []).length > 0,
    content: {
      ...(takes !== 'multipart' && { [JSON_TYPE]: { schema } }),
      ...(takes !== 'json' && { 'multipart/form-data': { schema: form } }),
    },
  };
}

/** What calls refuse with beyond their kind: a version that is withdrawn, a password that is nobody's. */
const further: Record<string, number[]> = { 'GET /api/v1/dataset/:id/changes': [401, 410] };

function statusesOf({ who, method, path, query, takes, answers, params }: Endpoint): number[] {
  const writes = method !== 'GET';
  // A token in the address is for this call: one that is over is refused, where a dead session is ignored.
  const takesToken = query !== undefined && 'token' in (schemaOf(query, 'input').properties ?? {});
  return [
    400,
    ...(who.kind === 'anyone' && !takesToken ? [] : [401, 403]),
    ...(params || writes || answers === 'file' ? [404] : []),
    ...(writes ? [403, 409, 410, 507] : []),
    ...(takes === 'nothing' ? [] : [401, 408, 413, 415]),
    ...(answers === 'file' ? [304, 410, 412, 416] : []),
    ...(who.kind === 'anyone' && !writes ? [304] : []),
    ...(further[`${method} ${path}`] ?? []),
    429,
    500,
    503,
  ];
}

/** Calls whose success is a redirect, by where it leads. */
const redirects: Record<string, string> = {
  'GET /api/v1/institutions/:id/start': 'To the provider, or to `/auth-redirect#error=…`',
  'GET /api/v1/admin/institutions/:id/start': 'To the provider, or to `/auth-redirect#error=…`',
  'GET /api/v1/institutions/callback': 'To `/auth-redirect#code=…` or `#error=…`',
  'GET /api/v1/unfollow': 'The page that asks',
};

function successOf({ answers, data, who }: Endpoint, name: string): Record<string, object> {
  const elsewhere = redirects[name];
  if (elsewhere !== undefined) return { 302: { description: elsewhere } };
  if (answers === 'json') {
    const schema = envelopeOf(data && schemaOf(data, 'output'));
    return { 200: { description: 'Done', content: { [JSON_TYPE]: { schema } } } };
  }
  const content = { [fileTypes[name] ?? '*/*']: {} };
  return {
    200: { description: 'The whole', content },
    ...(who.kind === 'download' && {
      206: { description: 'The range', content },
      302: { description: 'The address at the object store, for 15 minutes (DELIVERY=redirect)' },
    }),
  };
}

/** Calls that people open, whose refusal of an incomplete link is a page, too. */
const refusedByPage = ['GET /api/v1/mailPreferences/stop', 'POST /api/v1/mailPreferences/stop'];

/** A call of the contract as an operation. */
export function callOperation(
  endpoint: Endpoint,
  tag: string,
  summary: string,
  method = endpoint.method,
): Operation {
  const name = `${endpoint.method} ${endpoint.path}`;
  const { who } = endpoint;
  const requestBody = bodyOf(endpoint, name);
  return {
    operationId: operationIdOf(method, endpoint.path),
    tags: [tag],
    summary,
    ...(who.kind === 'admin' && { description: `For administrators who hold \`${who.tag}\`.` }),
    security: securityOf(who, endpoint.method),
    parameters: [
      ...pathParameters(endpoint.path),
      ...queryParameters(endpoint).filter((given) => who.kind !== 'download' || given.name !== 'token'),
    ],
    ...(requestBody && { requestBody }),
    responses: {
      ...successOf(endpoint, name),
      ...Object.fromEntries(statusesOf(endpoint).map(refusal)),
      ...(refusedByPage.includes(name) && {
        400: { description: refusals[400] ?? '', content: { 'text/html': {}, [JSON_TYPE]: {} } },
      }),
    },
  };
}

/** Another route as an operation. */
export function otherOperation(method: string, url: string, tag: string, other: Other): Operation {
  const { summary, answers, takes, headers = {}, admin } = other;
  const said = Object.entries(answers).map(([status, type]) => [
    status,
    { description: refusals[status] ?? 'Done', ...(type && { content: { [type]: {} } }) },
  ]);
  const common = [400, 404, 429, 500, 503].filter((status) => !(status in answers)).map(refusal);
  return {
    operationId: operationIdOf(method, url),
    tags: [tag],
    summary,
    security: admin ? [{ adminToken: [] }] : [],
    parameters: [
      ...pathParameters(url),
      ...Object.entries(headers).map(([name, { description, required = false, pattern }]) => ({
        name,
        in: 'header' as const,
        required,
        description,
        schema: { type: 'string', ...(pattern && { pattern }) },
      })),
    ],
    ...(takes && { requestBody: { required: false, content: { [takes]: { schema: binary } } } }),
    responses: { ...Object.fromEntries(said), ...Object.fromEntries(common) },
  };
}
