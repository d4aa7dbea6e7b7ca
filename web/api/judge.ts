import { clearToken, type Identity, readToken } from '../session/tokens.ts';
import type { CallError } from './call-error.ts';
import { type ErrorKind, reactions } from './reactions.ts';

/** §8: the kind of message for an error code. */
const kindOf = (code: number): ErrorKind => {
  if (code === 0) return 'network';
  return code === 400 || code === 403 || code === 500 ? 'toast' : 'notice';
};

const reloadKey = 'vitrine-reloaded-at';
/** ms between reloads where no token is cleared: the reload may get the same response, and would loop. */
const reloadPause = 30_000;

function mayReload(): boolean {
  const now = Date.now();
  if (now - Number(sessionStorage.getItem(reloadKey)) < reloadPause) return false;
  sessionStorage.setItem(reloadKey, String(now));
  return true;
}

let asking = false;
/** Expired tokens already reported: concurrent calls that fail with one token show one dialog. */
const reported = new Set<string>();

/**
 * §8, codes 401 and 6401: clears the token that was sent (without one, the URL decides which), unless another tab has
 * stored a newer one, and shows the dialog once; a page whose URL includes login is reloaded instead.
 */
export function expire(identity: Identity, code: 401 | 6401, sent: string | undefined): void {
  if (sent !== undefined) {
    if (readToken(identity) === sent) clearToken(identity);
    if (reported.has(sent)) return;
    reported.add(sent);
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

/** True once the page unloads, which aborts its calls: their failure is not reported. */
let left = false;
globalThis.addEventListener?.('pagehide', () => {
  left = true;
});
// Restored from the back/forward cache.
globalThis.addEventListener?.('pageshow', () => {
  left = false;
});

/** §8, every other code, and network failures. An expired token has its own dialog. */
export function tell({ code, msg }: CallError): void {
  if (code === 0 && left) return;
  if (code !== 401 && code !== 6401) reactions.onError(kindOf(code), msg);
}
