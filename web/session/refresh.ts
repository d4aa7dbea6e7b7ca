import { adminRefreshToken, refreshToken } from '../../contract/session.ts';
import { CallError, call } from '../api/call.ts';
import { expire } from '../api/judge.ts';
import { paths } from '../paths.ts';
import { alone } from './alone.ts';
import { type Identity, readSpan, readToken, writeToken } from './tokens.ts';

// Times in ms.
const every = 10_000;
/** Part of a token's lifetime after which it is refreshed. */
const share = 0.75;
/** ms between attempts, for an unresponsive server or a near end of the idle time. */
const pause = 30_000;
/** A hidden page counts as used for this long after the last key or pointer event. */
const usedFor = 5 * 60_000;
/** ms for another tab's new token to reach the cookie. */
const settle = 1_500;

const endpoints = { user: refreshToken, admin: adminRefreshToken } as const;
const notBefore: Record<Identity, number> = { user: 0, admin: 0 };
let lastUse = 0;

const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Whether the cookie's token should be refreshed now. One of unknown lifetime counts as fresh from now on. */
function isDue(identity: Identity): boolean {
  const token = readToken(identity);
  if (token === undefined) return false;
  const span = readSpan(identity);
  if (!span) {
    writeToken(identity, token);
    return false;
  }
  return Date.now() >= span.from + share * (span.until - span.from);
}

/** Decisions §2: reads the cookie again first, and writes the new token only if the replaced one is still there. */
async function renew(identity: Identity): Promise<void> {
  const token = readToken(identity);
  if (token === undefined || !isDue(identity)) return;
  notBefore[identity] = Date.now() + pause;
  try {
    const fresh = await call(endpoints[identity], {
      body: { token },
      background: true,
      quiet: 'even expired',
    });
    if (readToken(identity) === token) writeToken(identity, fresh.token, fresh.expiresAt);
  } catch (error) {
    if (!(error instanceof CallError) || (error.code !== 401 && error.code !== 6401)) return;
    await sleep(settle);
    if (readToken(identity) === token) expire(identity, error.code, token);
  }
}

/** Only while the page is visible or in use: a forgotten window's session expires. */
const inUse = () => document.visibilityState === 'visible' || Date.now() - lastUse < usedFor;

function check(): void {
  // No call beside a reviewer's tells who they are.
  if (!inUse() || location.pathname === paths.review) return;
  for (const identity of ['user', 'admin'] as const) {
    if (Date.now() < notBefore[identity] || !isDue(identity)) continue;
    alone(`vitrine-refresh-${identity}`, () => renew(identity)).catch(console.error);
  }
}

/**
 * Refreshes the tokens before they expire, as long as the page is open. One of several tabs does it; the others read
 * the new token from the cookie. For an administrator that is no activity: the server does not extend the idle time.
 */
export function startRefreshing(): void {
  const used = () => {
    lastUse = Date.now();
  };
  for (const type of ['pointerdown', 'keydown'])
    addEventListener(type, used, { capture: true, passive: true });
  document.addEventListener('visibilitychange', check);
  setInterval(check, every);
  check();
}
