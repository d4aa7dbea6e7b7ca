import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../shared/errors.ts';

/** Converts absolute-form, `http://host/path` (RFC 9112 §3.2.2), as a proxy may send it, to origin-form `/path`. */
export function originForm(url: string): string {
  if (url.startsWith('/')) return url;
  const [, rest] = /^https?:\/\/[^/?#]*(.*)$/is.exec(url) ?? [];
  if (rest === undefined) return url;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** Refuses several Host headers: a proxy in front may have used the other one (RFC 9112 §3.2). */
export function refuseTwoHosts(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw: { rawHeaders } }, _reply, done) => {
    let hosts = 0;
    for (let i = 0; i < rawHeaders.length; i += 2) {
      const name = rawHeaders[i];
      if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
    }
    done(hosts > 1 ? new AppError(400, 'The request names its host more than once.') : undefined);
  });
}

/** Whether a proxy says that it forwards a request. */
export const isForwarded = ({ headers }: FastifyRequest): boolean =>
  headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;

/**
 * Logs once that forwarding headers came from a peer that `TRUST_PROXY` does not name (decisions §9).
 * @param tell called with its address, once
 */
export function tellOfForwarding(app: FastifyInstance, tell: (peer: string) => void = () => {}): void {
  let warned = false;
  app.addHook('onRequest', (request, _reply, done) => {
    // A trusted peer gives two addresses: its own, and the forwarded one.
    if (!warned && isForwarded(request) && (request.ips?.length ?? 1) < 2) {
      warned = true;
      tell(request.raw.socket.remoteAddress ?? '');
      app.log.warn(
        { peer: request.raw.socket.remoteAddress },
        'Forwarding headers are ignored: TRUST_PROXY does not name this peer. If it is your proxy, name it there; ' +
          'until then, all its visitors count as one address.',
      );
    }
    done();
  });
}

/**
 * The part of the path that a pattern's trailing `*` matches, percent-decoded once and never normalised: it is looked
 * up as an exact string (threat 1). Raw and encoded slashes are the same.
 * @throws AppError 400 for invalid percent-encoding or UTF-8, or a control character
 */
export function wildcardPath(rawUrl: string, pattern: string): string {
  const [path = ''] = rawUrl.split('?', 1);
  const before = pattern.slice(0, -1).split('/').length - 1;
  const encoded = path.split('/').slice(before).join('/');
  let decoded: string;
  try {
    decoded = decodeURIComponent(encoded);
  } catch {
    throw new AppError(400, 'The address of this download is not well formed.');
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they never belong into a path
  if (/[\u0000-\u001f\u007f]/.test(decoded)) {
    throw new AppError(400, 'The address of this download is not well formed.');
  }
  return decoded;
}
