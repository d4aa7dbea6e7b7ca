import { decode } from '../ui/decode.ts';

export type Identity = 'user' | 'admin';

/** Decisions §2. The administrator's cookie is only there in pages under /admin, its sign-in page included. */
const cookies = {
  user: { name: 'Portal-Token', path: '/', life: 7 * 86_400_000 },
  admin: { name: 'Portal-Admin-Token', path: '/admin', life: 12 * 3_600_000 },
} as const;

const isPage = () => typeof document !== 'undefined';

const writeCookie = (identity: Identity, value: string, expires: Date) => {
  const { name, path } = cookies[identity];
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous, and a call reads at once
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=${path}; Expires=${expires.toUTCString()}; SameSite=Strict${secure}`;
};

/** The token another tab may have renewed meanwhile: read from the cookie each time, never kept in memory. */
export function readToken(identity: Identity): string | undefined {
  if (!isPage()) return undefined;
  const start = `${cookies[identity].name}=`;
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(start));
  return found ? decode(found.slice(start.length)) || undefined : undefined;
}

/**
 * The cookie lasts as long as a session can at most: the server alone judges whether its token is still good, and a
 * cookie that ended with the idle time would sign an active administrator out without a word.
 */
export function writeToken(identity: Identity, token: string): void {
  writeCookie(identity, token, new Date(Date.now() + cookies[identity].life));
}

export function clearToken(identity: Identity): void {
  if (isPage()) writeCookie(identity, '', new Date(0));
}

/** §4: signing out clears the token, removes the cookie and clears all local storage. */
const endSession = (identity: Identity) => {
  clearToken(identity);
  localStorage.clear();
};

export const endUserSession = (): void => endSession('user');
export const endAdminSession = (): void => endSession('admin');
