import type { Identity } from '../session/tokens.ts';

export interface RequestLine {
  method: string;
  path: string;
}

export type Tokens = { userToken?: string | undefined; adminToken?: string | undefined };

const administratorCalls = /^\/api\/v1\/(dict(\/|$)|config(List|\/|Key\/|$))/;

/** Whether the call is sent with an administrator's token (§7, and decisions §2 for dict, config, POST setting). */
const wantsAdmin = ({ method, path }: RequestLine, pagePath: string): boolean =>
  path.startsWith('/api/v1/admin') ||
  (/^\/admin(\/|$)/.test(pagePath) &&
    (administratorCalls.test(path) || (path === '/api/v1/setting' && method === 'POST')));

/** §7: which token goes into the Authorization header, if any. */
export function chooseToken(
  request: RequestLine,
  pagePath: string,
  tokens: Tokens,
): { identity: Identity; token: string } | undefined {
  if (tokens.adminToken && wantsAdmin(request, pagePath))
    return { identity: 'admin', token: tokens.adminToken };
  if (tokens.userToken) return { identity: 'user', token: tokens.userToken };
  return undefined;
}
