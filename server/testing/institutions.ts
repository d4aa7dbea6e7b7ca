import type { SignInState } from '../../contract/institutions.ts';
import { CLIENT, signInAt } from '../../tests/support/openid-provider.ts';
import { hashToken, newToken } from '../auth/index.ts';
import type { TestApp } from './build-test-app.ts';
import { sql } from './look-inside.ts';

/** Where the app for tests has its callback. */
export const CALLBACK = 'http://localhost:3000/api/v1/institutions/callback';

/** Environment variables for an institution; `suffix` of further ones: `_2`. */
export const institutionEnv = (issuer: string, name: string, suffix = ''): Record<string, string> => ({
  [`OIDC_ISSUER${suffix}`]: issuer,
  [`OIDC_CLIENT_ID${suffix}`]: CLIENT.id,
  [`OIDC_CLIENT_SECRET${suffix}`]: CLIENT.secret,
  [`OIDC_NAME${suffix}`]: name,
});

/** Presses the link; the cookie as the browser sends it back. */
export const pressLink = (t: TestApp, id = '1', redirect?: string) =>
  pressed(t, `/api/v1/institutions/${id}/start`, redirect === undefined ? {} : { redirect });

/** The same in the back office. */
export const pressAdminLink = (t: TestApp, to: 'sign-in' | 'link', id = '1') =>
  pressed(t, `/api/v1/admin/institutions/${id}/start`, { to });

async function pressed(t: TestApp, path: string, query: Record<string, string>) {
  const answer = await t.inject('GET', `${path}?${new URLSearchParams(query)}`);
  const cookie = String(answer.headers['set-cookie'] ?? '');
  return { url: String(answer.headers.location), cookie: cookie.split(';')[0] ?? '', header: cookie };
}

/** Opens the callback; what stands behind `/auth-redirect#`. */
export async function openCallback(t: TestApp, callback: string, cookie: string) {
  const { pathname, search } = new URL(callback);
  const answer = await t.inject('GET', pathname + search, { headers: { cookie } });
  const location = String(answer.headers.location);
  if (!location.startsWith('/auth-redirect#')) throw new Error(`led to ${location}`);
  const parts = new URLSearchParams(location.slice('/auth-redirect#'.length));
  return { code: parts.get('code') ?? '', error: parts.get('error') };
}

/** What an administrator's sign-in leaves for the page, with the provider's second factor, without any provider. */
export async function plantAdminTicket(
  t: TestApp,
  ticket: string,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<void> {
  await sql(
    t,
    `insert into institution_sign_ins (id, code_hash, browser_hash, ticket_hash, issuer, subject, first_name,
       family_name, affiliation, domains, created_at, expires_at, purpose, second_factor)
     values ('${newToken()}', '', '', '${hashToken(ticket)}', '${issuer}', '${subject}', '', '', '', '',
       ${t.clock.now}, ${t.clock.now + 60_000}, 'admin-link', 1) returning id`,
  );
}

/** From the link to the code; nothing of it is exchanged yet. */
export async function signInWith(t: TestApp, login: string | undefined, id = '1') {
  const { url, cookie } = await pressLink(t, id);
  return { cookie, ...(await openCallback(t, await signInAt(url, login), cookie)) };
}

/** The whole way of an administrator: their sign-in, or to link it. */
export async function arriveAtBackOffice(
  t: TestApp,
  to: 'sign-in' | 'link',
  login: string,
  id = '1',
): Promise<SignInState> {
  const { url, cookie } = await pressAdminLink(t, to, id);
  const { code } = await openCallback(t, await signInAt(url, login), cookie);
  return t.call('POST', '/api/v1/institutions/exchange', { body: { code }, headers: { cookie } });
}

/** The whole way, as a person with or without a session of ours goes it. */
export async function arriveWith(
  t: TestApp,
  login: string,
  { id = '1', token }: { id?: string; token?: string } = {},
): Promise<SignInState> {
  const { code, cookie } = await signInWith(t, login, id);
  return t.call('POST', '/api/v1/institutions/exchange', {
    body: { code },
    headers: { cookie },
    ...(token === undefined ? {} : { token }),
  });
}
