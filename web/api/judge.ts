import { clearToken, type Identity, readToken } from '../session/tokens.ts';
import type { CallError } from './call-error.ts';
import { type ErrorKind, reactions } from './reactions.ts';

/** §8: which kind of message an error code gets. */
const kindOf = (code: number): ErrorKind => {
  if (code === 0) return 'network';
  return code === 400 || code === 403 || code === 500 ? 'toast' : 'notice';
};

let asking = false;
/** Dead tokens already told about: calls that fail at once with the same one ask once. */
const told = new Set<string>();

/**
 * §8, codes 401 and 6401: clears the token that was sent (the URL decides when none was), unless another tab has put
 * a newer one there, and tells the person once.
 */
export function expire(identity: Identity, code: 401 | 6401, sent: string | undefined): void {
  if (sent !== undefined) {
    if (readToken(identity) === sent) clearToken(identity);
    if (told.has(sent)) return;
    told.add(sent);
    // Only where a token was given up: without one the reload would meet the same answer for ever.
    if (code === 401 && location.href.includes('login')) {
      location.reload();
      return;
    }
  }
  if (asking) return;
  asking = true;
  void Promise.resolve(reactions.onExpired(identity, code)).finally(() => {
    asking = false;
  });
}

export const tell = (error: CallError): void => reactions.onError(kindOf(error.code), error.msg);
