import { decode } from '../ui/decode.ts';

export type Identity = 'user' | 'admin';

/**
 * Decisions §2. The administrator's cookie is limited to pages under /admin, its sign-in page included. `life`: longest
 * session, `tokenLife`: longest token, in ms.
 */
const cookies = {
  user: { name: 'Portal-Token', path: '/', life: 7 * 86_400_000, tokenLife: 3_600_000 },
  admin: { name: 'Portal-Admin-Token', path: '/admin', life: 12 * 3_600_000, tokenLife: 900_000 },
} as const;

/** Issue and expiry time of the token, by this device's clock, for use after a reload. */
const spanCookie = { user: 'Portal-Token-Expires', admin: 'Portal-Admin-Token-Expires' } as const;

const isPage = () => typeof document !== 'undefined';

const writeCookie = (identity: Identity, name: string, value: string, expires: Date) => {
  const { path } = cookies[identity];
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous, and a call reads at once
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=${path}; Expires=${expires.toUTCString()}; SameSite=Strict${secure}`;
};

function readCookie(name: string): string | undefined {
  if (!isPage()) return undefined;
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`));
  return found ? decode(found.slice(name.length + 1)) || undefined : undefined;
}

/** Read from the cookie each time, never cached in memory: another tab may have refreshed the token. */
export const readToken = (identity: Identity): string | undefined => readCookie(cookies[identity].name);

/**
 * The cookie lasts as long as the longest session: only the server decides whether its token is valid, and a cookie
 * that expired with the idle time would silently sign an active administrator out.
 * @param expiresAt by the server's clock; where it differs too much from ours, the full lifetime is assumed
 */
export function writeToken(identity: Identity, token: string, expiresAt?: string): void {
  const { name, life, tokenLife } = cookies[identity];
  const now = Date.now();
  const told = expiresAt === undefined ? tokenLife : Date.parse(expiresAt) - now;
  const left = told > 0 && told < tokenLife ? told : tokenLife;
  const end = new Date(now + life);
  writeCookie(identity, name, token, end);
  writeCookie(identity, spanCookie[identity], `${now}-${now + left}`, end);
}

export interface Span {
  /** Milliseconds since 1970, by this device's clock. */
  from: number;
  until: number;
}

/** Lifetime of the cookie's token; undefined when unknown. */
export function readSpan(identity: Identity): Span | undefined {
  const [, from, until] = /^(\d+)-(\d+)$/.exec(readCookie(spanCookie[identity]) ?? '') ?? [];
  return from === undefined || until === undefined ? undefined : { from: Number(from), until: Number(until) };
}

export function clearToken(identity: Identity): void {
  if (!isPage()) return;
  for (const name of [cookies[identity].name, spanCookie[identity]])
    writeCookie(identity, name, '', new Date(0));
}

/** §4: signing out clears the token, removes the cookie and clears all local storage. */
const endSession = (identity: Identity) => {
  clearToken(identity);
  localStorage.clear();
};

export const endUserSession = (): void => endSession('user');
export const endAdminSession = (): void => endSession('admin');
