import { Secret, TOTP } from 'otpauth';
import { type Administrator, type AdminRole, invitationLink } from '../../contract/administrators.ts';
import { cheapHash } from './admin.ts';
import type { TestApp } from './build-test-app.ts';
import { sql } from './look-inside.ts';

export const ADMIN_PASSWORD = 'nine lanterns under the orchard wall';

export interface TestAdministrator {
  id: string;
  username: string;
  password: string;
  token: string;
}

/** The token of the first invitation link in a text. */
export const tokenOfLink = (text: string): string | undefined =>
  /^[\w-]+/.exec(text.split(invitationLink('', ''))[1] ?? '')?.[0];

/** The token of the newest invitation mailed to an address. */
export async function invitedToken(t: TestApp, email: string): Promise<string> {
  const mail = (await t.mails()).filter(({ to }) => to === email).at(-1);
  const token = tokenOfLink(mail?.text ?? '');
  if (!token) throw new Error(`no invitation was mailed to ${email}`);
  return token;
}

export const adminLogin = async (t: TestApp, username: string, more: object = {}): Promise<string> =>
  (
    await t.call<{ token: string }>('POST', '/api/v1/admin/login', {
      body: { username, password: ADMIN_PASSWORD, ...more },
    })
  ).token;

/** Invites an administrator by mail, accepts, and signs in. */
export async function administrator(
  t: TestApp,
  role: AdminRole,
  username = `${role}@lab.example`,
): Promise<TestAdministrator> {
  const owner = await t.adminToken();
  await t.call('POST', '/api/v1/admin/invitations', { token: owner, body: { email: username, role } });
  const token = await invitedToken(t, username);
  await t.call('POST', '/api/v1/admin/invitation/accept', {
    body: { token, name: `The ${role}`, password: ADMIN_PASSWORD },
  });
  await sql(
    t,
    `update administrators set password_hash = '${cheapHash(ADMIN_PASSWORD)}'
      where username = '${username}' returning id`,
  );
  const { administrators } = await t.call<{ administrators: Administrator[] }>(
    'GET',
    '/api/v1/admin/administrators',
    { token: owner },
  );
  const id = administrators.find((admin) => admin.username === username)?.id ?? '';
  return { id, username, password: ADMIN_PASSWORD, token: await adminLogin(t, username) };
}

/** The TOTP code at a time. */
export const codeAt = (secret: string, now: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now });

/** Turns an administrator's second factor on, at the app's current time. */
export async function enrol(
  t: TestApp,
  { token, password }: Pick<TestAdministrator, 'token' | 'password'>,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = await t.call<{ secret: string }>('POST', '/api/v1/admin/totp', {
    token,
    body: { password },
  });
  const { recoveryCodes } = await t.call<{ recoveryCodes: string[] }>('POST', '/api/v1/admin/totp/confirm', {
    token,
    body: { code: codeAt(secret, t.clock.now) },
  });
  return { secret, recoveryCodes };
}
