/** Address of an object store, and its credentials. */
export interface S3Config {
  bucket: string;
  /** Of every object, with a trailing slash; empty for none. */
  prefix: string;
  /** Undefined: Amazon's own, by region. */
  endpoint: string | undefined;
  region: string;
  /** ms that the store may take for one response, or pause within one. */
  patience: number;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string | undefined;
}

export interface S3Keys {
  AWS_ACCESS_KEY_ID?: string | undefined;
  AWS_SECRET_ACCESS_KEY?: string | undefined;
  AWS_SESSION_TOKEN?: string | undefined;
}

const FORM = 's3://bucket/prefix?endpoint=https://…&region=…';
const KNOWN = ['endpoint', 'region', 'timeout'];
const DEFAULT_PATIENCE_S = 30;

function fail(what: string): never {
  throw new Error(`${what}; it is like ${FORM}`);
}

function addressOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : fail('not an address');
  if (url.protocol !== 's3:') fail('must start with s3://');
  if (url.username || url.password) fail('the keys belong into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  for (const name of url.searchParams.keys())
    if (!KNOWN.includes(name)) fail(`does not know the setting ${name}`);
  return url;
}

function endpointOf(given: string | null): string | undefined {
  if (given === null) return;
  const url = URL.canParse(given) ? new URL(given) : fail('its endpoint is not an address');
  if (!/^https?:$/.test(url.protocol)) fail('its endpoint must start with http:// or https://');
  return given.replace(/\/+$/, '');
}

/**
 * Parses STORAGE_URL (decisions §9). The keys come from the environment alone: the SDK's default search, through files
 * and a cloud's metadata URL, could send unintended requests (threat 28).
 * @throws with the mistake, for the person who set it
 */
export function parseStorageUrl(text: string, keys: S3Keys): S3Config {
  const url = addressOf(text);
  const bucket = url.host;
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$/.test(bucket)) fail('its bucket has no usable name');
  const folders = decodeURIComponent(url.pathname).split('/').filter(Boolean);
  if (folders.some((name) => !/^[\w.-]+$/.test(name) || /^\.+$/.test(name)))
    fail('its prefix may hold letters, digits, dots, dashes and slashes');
  const endpoint = endpointOf(url.searchParams.get('endpoint'));
  const region = url.searchParams.get('region') ?? (endpoint ? 'us-east-1' : fail('needs a region'));
  const patience = Number(url.searchParams.get('timeout') ?? DEFAULT_PATIENCE_S);
  if (!(patience > 0 && patience <= 600)) fail('its timeout is a number of seconds, at most 600');
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = keys;
  if (!accessKeyId || !secretAccessKey) fail('needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  return {
    bucket,
    prefix: folders.map((name) => `${name}/`).join(''),
    endpoint,
    region,
    patience: patience * 1_000,
    accessKeyId,
    secretAccessKey,
    sessionToken: keys.AWS_SESSION_TOKEN,
  };
}
