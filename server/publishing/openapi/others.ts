/** What a route that is no call of the contract answers: its media type, by status. */
export interface Other {
  summary: string;
  /** `null`: no body. */
  answers: Record<string, string | null>;
  /** Its body's media type. */
  takes?: string;
  /** Headers of the request, by name. */
  headers?: Record<string, { description: string; required?: boolean; pattern?: string }>;
  /** Of administrators, by their token. */
  admin?: true;
}

const page = (summary: string): Other => ({ summary, answers: { 200: 'text/html', 404: 'text/html' } });
const text = 'text/plain';

const tus = {
  'Tus-Resumable': { description: '`1.0.0`; 412 without it' },
};
const refusals = { 400: text, 401: text, 403: text, 404: text, 410: text, 412: text, 423: text, 503: text };
const uploads = '/api/v1/admin/uploads';
/** The protocol's own words: https://tus.io/protocols/resumable-upload. */
const uploadRoutes: Record<string, Other> = {
  [`POST ${uploads}`]: {
    summary: 'Begins a resumable upload (tus 1.0)',
    answers: { 201: null, ...refusals, 413: text, 415: text, 507: text },
    takes: 'application/offset+octet-stream',
    headers: {
      ...tus,
      'Upload-Length': { description: 'Bytes of the file', required: true, pattern: '^\\d{1,15}$' },
      'Upload-Metadata': {
        description: '`filename`, for a folder’s file `folder` and `relativePath`; base64',
      },
    },
    admin: true,
  },
  [`OPTIONS ${uploads}`]: {
    summary: 'What the upload server can do',
    answers: { 204: null, ...refusals },
    admin: true,
  },
  [`OPTIONS ${uploads}/:id`]: {
    summary: 'What the upload server can do',
    answers: { 204: null, ...refusals },
    admin: true,
  },
  [`HEAD ${uploads}/:id`]: {
    summary: 'How much of an upload is there',
    answers: { 200: null, ...refusals },
    headers: tus,
    admin: true,
  },
  [`PATCH ${uploads}/:id`]: {
    summary: 'Sends a piece of an upload',
    answers: { 204: null, ...refusals, 408: text, 409: text, 413: text, 415: text, 507: text },
    takes: 'application/offset+octet-stream',
    headers: {
      ...tus,
      'Upload-Offset': { description: 'Where the piece begins', required: true, pattern: '^\\d{1,15}$' },
    },
    admin: true,
  },
  [`DELETE ${uploads}/:id`]: {
    summary: 'Gives an upload up',
    answers: { 204: null, ...refusals },
    headers: tus,
    admin: true,
  },
};

/** The routes that are no calls of the contract, by method and path. */
export const otherGroups: Record<string, Record<string, Other>> = {
  'Administrators: resumable uploads': uploadRoutes,
  'Files of the pages': {
    'GET /static/*': {
      summary: 'Sample images and documents',
      answers: { 200: '*/*', 206: '*/*', 416: 'application/json' },
    },
    'GET /assets/*': { summary: 'Scripts and styles of the pages', answers: { 200: '*/*' } },
    'GET /pdfjs/*': { summary: 'Fonts and maps for showing documents', answers: { 200: '*/*' } },
  },
  Pages: {
    'GET /': page('The home page'),
    'GET /datasetDetail/:datasetId': page('A dataset’s page'),
    'GET /d/:slug': { summary: 'Leads to the newest version of a dataset', answers: { 302: null } },
    'GET /d/:slug/:version': { summary: 'Leads to one version of a dataset', answers: { 302: null } },
    'GET /login': page('Signing in'),
    'GET /register': page('Registering'),
    'GET /forgetPassword': page('Setting a new password'),
    'GET /changePassword': page('Changing the password'),
    'GET /auth-redirect': page('Leads on after signing in'),
    'GET /account': page('The account'),
    'GET /404': page('Nothing is here'),
    'GET /401': page('Not allowed'),
    'GET /admin': page('The back office'),
    'GET /admin/*': page('The screens of the back office'),
  },
  'For machines': {
    'GET /catalog.ttl': { summary: 'All datasets in DCAT-AP 3, as Turtle', answers: { 200: 'text/turtle' } },
    'GET /catalog.jsonld': {
      summary: 'All datasets in DCAT-AP 3, as JSON-LD',
      answers: { 200: 'application/ld+json' },
    },
    'GET /oai': { summary: 'OAI-PMH 2.0: metadata in parts, for harvesters', answers: { 200: 'text/xml' } },
    'POST /oai': {
      summary: 'The same with the arguments in a form',
      answers: { 200: 'text/xml', 413: 'application/json', 415: 'application/json' },
      takes: 'application/x-www-form-urlencoded',
    },
    'GET /sitemap.xml': { summary: 'The pages for search engines', answers: { 200: 'application/xml' } },
    'GET /feed.xml': { summary: 'New datasets as an Atom feed', answers: { 200: 'application/atom+xml' } },
    'GET /robots.txt': { summary: 'What crawlers may read', answers: { 200: text } },
    'GET /healthz': { summary: 'Whether the server is alive', answers: { 200: text } },
    'GET /readyz': { summary: 'Whether database and store answer', answers: { 200: text, 503: text } },
    'GET /metrics': {
      summary: 'Figures for Prometheus, by METRICS_TOKEN or from this machine',
      answers: { 200: text, 401: 'application/json', 403: 'application/json' },
    },
  },
};
