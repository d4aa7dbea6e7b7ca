import { clearToken, type Identity, readToken } from '../session/tokens.ts';
import type { CallError } from './call-error.ts';
import { type ErrorKind, reactions } from './reactions.ts';

/** §8: which kind of message an error code gets. */
const kindOf = (code: number): ErrorKind => {
  if (code === 0) return 'network';
  return code === 400 || code === 403 || code === 500 ? 'toast' : 'notice';
};

const reloadKey = 'vitrine-reloaded-at';
/** Where no token is given up, a reload may meet the same answer: another one so soon would be a loop. In ms. */
const reloadPause = 30_000;

function mayReload(): boolean {
  const now = Date.now();
  if (now - Number(sessionStorage.getItem(reloadKey)) < reloadPause) return false;
  sessionStorage.setItem(reloadKey, String(now));
  return true;
}

let asking = false;
/** Dead tokens already told about: calls that fail at once with the same one ask once. */
const told = new Set<string>();

/**
 * §8, codes 401 and 6401: clears the token that was sent (the URL decides when none was), unless another tab has put
 * a newer one there, and tells the person once; a page whose address includes login is loaded anew instead.
 */
export function expire(identity: Identity, code: 401 | 6401, sent: string | undefined): void {
  if (sent !== undefined) {
    if (readToken(identity) === sent) clearToken(identity);
    if (told.has(sent)) return;
    told.add(sent);
  }
  if (code === 401 && location.href.includes('login') && (sent !== undefined || mayReload())) {
    location.reload();
    return;
  }
  if (asking) return;
  asking = true;
  void Promise.resolve(reactions.onExpired(identity, code)).finally(() => {
    asking = false;
  });
}

/** A page that is left gives up its calls: nobody is told that they got no answer. */
let left = false;
globalThis.addEventListener?.('pagehide', () => {
  left = true;
});
// It is shown again as it was (back/forward cache).
globalThis.addEventListener?.('pageshow', () => {
  left = false;
});

/** §8, every other code, and no answer. A dead token has its dialog. */
export function tell({ code, msg }: CallError): void {
  if (code === 0 && left) return;
  if (code !== 401 && code !== 6401) reactions.onError(kindOf(code), msg);
}
