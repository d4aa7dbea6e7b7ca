import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Who } from '../../contract/endpoint.ts';
import { type Caller, grants, type Identify } from '../auth/index.ts';
import { AppError } from '../shared/errors.ts';

/** The password of `Authorization: Basic …` (RFC 7617); the user name is ignored. */
export function basicPassword(authorization: string | undefined): string | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/=]{1,2000})$/i.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  return colon < 0 ? undefined : pair.slice(colon + 1);
}

/**
 * With a 401, offers Basic to command-line tools, which then ask for a password. Browsers send `Sec-Fetch-…` headers: to
 * them it would open a useless dialog.
 */
export function offerBasic(error: unknown, { headers }: FastifyRequest, reply: FastifyReply): void {
  const fromBrowser = Object.keys(headers).some((name) => name.startsWith('sec-fetch-'));
  if (error instanceof AppError && error.code === 401 && !fromBrowser)
    reply.header('www-authenticate', 'Basic realm="Vitrine"');
}

/** The token of `Authorization: Bearer …`; undefined without a well-formed one. */
export const bearer = (authorization: string | undefined): string | undefined =>
  /^Bearer +([A-Za-z0-9._~+/=-]{1,512})$/i.exec(authorization ?? '')?.[1];

const signInFirst = () => new AppError(401, 'Please sign in first.');
const administratorsTokenOver = () =>
  new AppError(6401, 'Your token has already expired, please login again.');

const guestsSessionOver = () =>
  new AppError(401, 'Your visit as a reviewer is over. Open your reviewer link again.');

function wrongIdentity({ kind }: Caller, wanted: 'user' | 'admin' | 'guest'): AppError {
  if (kind === 'guest')
    return new AppError(403, 'A reviewer link opens one version of one dataset, and nothing else.');
  if (wanted === 'guest') return new AppError(403, 'This is for who opened a reviewer link.');
  return new AppError(
    403,
    wanted === 'admin' ? 'This needs an administrator.' : 'This needs a user account, not an administrator.',
  );
}

/**
 * The caller, if the endpoint's rule admits them. A cookie never authenticates (threat 26).
 * @throws AppError 401 (none, unknown, ended, expired user), 6401 (expired administrator), 403 (wrong identity or a
 * missing permission)
 */
export async function authorize(
  who: Who,
  headers: { authorization?: string | undefined; 'x-background'?: string | string[] | undefined },
  identify: Identify,
): Promise<Caller> {
  const token = bearer(headers.authorization);
  if (who.kind === 'download') return { kind: 'nobody' };
  const judged =
    token === undefined ? undefined : await identify(token, headers['x-background'] !== undefined);
  if (who.kind === 'anyone') {
    if (judged?.state !== 'live') return { kind: 'nobody' };
    // To public calls a guest is anybody (access.md, "Reviewer link").
    return judged.caller.kind === 'guest' && !who.guests ? { kind: 'nobody' } : judged.caller;
  }
  if (judged === undefined) throw signInFirst();
  if (judged.state !== 'live' && judged.identity === 'guest') throw guestsSessionOver();
  if (judged.state === 'dead') {
    if (who.kind === 'admin' && who.deadToken && judged.identity === 'admin') throw administratorsTokenOver();
    throw signInFirst();
  }
  const wanted = who.kind === 'user' || who.kind === 'guest' ? who.kind : 'admin';
  if (judged.state === 'expired') {
    if (wanted === 'admin' && judged.identity === 'admin') {
      throw administratorsTokenOver();
    }
    throw new AppError(401, 'Your login state has expired. Please sign in again.');
  }
  const { caller } = judged;
  if (caller.kind !== wanted) throw wrongIdentity(caller, wanted);
  if (who.kind === 'admin' && !(caller.kind === 'admin' && grants(caller.tags, who.tag))) {
    throw new AppError(403, 'Your role does not allow this. Ask an owner of this portal.');
  }
  return caller;
}
