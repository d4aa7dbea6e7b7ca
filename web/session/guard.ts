import { isKnownPath, paths } from '../paths.ts';

export type Verdict = { go: string } | { stay: true };

/** §2: the back office's pages that need no administrator's token. */
const openToAll: readonly string[] = [
  paths.login,
  paths.register,
  paths.authRedirect,
  paths.adminLogin,
  paths.forgetPassword,
  // Beside §2's own: an invited person has no account yet.
  paths.adminInvite,
];

const stay: Verdict = { stay: true };

/** §2, route guard. `path` is the requested path with its query. */
export function guard(
  path: string,
  { userToken, adminToken }: { userToken?: string | undefined; adminToken?: string | undefined },
): Verdict {
  const pathname = path.split(/[?#]/, 1)[0] ?? path;
  if (pathname === paths.admin || pathname.startsWith(`${paths.admin}/`)) {
    if (adminToken) return pathname === paths.adminLogin ? { go: paths.admin } : stay;
    if (openToAll.includes(pathname)) return stay;
    return { go: `${paths.adminLogin}?redirect=${encodeURIComponent(path)}` };
  }
  if (userToken && (pathname === paths.login || pathname === paths.register)) return { go: paths.home };
  return stay;
}

/**
 * The target of a `redirect` parameter (threat 6): a known route, and nothing else. The value is the query's, decoded
 * once.
 */
export function safeRedirect(value: string | null | undefined, otherwise: string = paths.adminIndex): string {
  if (!value?.startsWith('/') || !URL.canParse(value, 'https://here.invalid')) return otherwise;
  const { origin, pathname, search, hash } = new URL(value, 'https://here.invalid');
  return origin === 'https://here.invalid' && isKnownPath(pathname) ? pathname + search + hash : otherwise;
}
