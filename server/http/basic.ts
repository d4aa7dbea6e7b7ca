import type { IncomingHttpHeaders } from 'node:http';

/** The password of `Authorization: Basic …` (RFC 7617); the user name is ignored. */
export function basicPassword(authorization: string | undefined): string | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/=]{1,2000})$/i.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  return colon < 0 ? undefined : pair.slice(colon + 1);
}

/** The challenge of a 401 for command-line tools, which then prompt for a password. */
export const CHALLENGE = 'Basic realm="Vitrine"';

/** Browsers send `Sec-Fetch-…` headers: to them a challenge would open a useless password dialog. */
export const fromBrowser = (headers: IncomingHttpHeaders): boolean =>
  Object.keys(headers).some((name) => name.startsWith('sec-fetch-'));
