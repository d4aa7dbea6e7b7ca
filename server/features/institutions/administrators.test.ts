import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AdminWaysIn } from '../../../contract/admin-institutions.ts';
import type { AuditEntry } from '../../../contract/administrators.ts';
import type { UserInfo } from '../../../contract/session.ts';
import { type OpenIdProviderServer, startOpenIdProvider } from '../../../tests/support/openid-provider.ts';
import {
  ADMIN_PASSWORD,
  administrator,
  codeAt,
  enrol,
  type TestAdministrator,
} from '../../testing/administrators.ts';
import { buildTestApp, PASSWORD, type TestApp } from '../../testing/build-test-app.ts';
import { onEachDatabase } from '../../testing/databases.ts';
import {
  arriveAtBackOffice,
  arriveWith,
  CALLBACK,
  institutionEnv,
  openCallback,
  pressAdminLink,
} from '../../testing/institutions.ts';
import { rowCount } from '../../testing/look-inside.ts';

const STEP = 30_000;
const LINKS = '/api/v1/admin/institutions/links';
const CONFIRM = '/api/v1/admin/institutions/confirm';

onEachDatabase('access.md, sign-in with the institution: administrators', (database) => {
  let t: TestApp;
  let university: OpenIdProviderServer;
  let orcid: OpenIdProviderServer;
  const people: Record<string, object> = {};
  let many = 0;
  beforeAll(async () => {
    university = await startOpenIdProvider({ people: people as never, redirectUri: CALLBACK });
    orcid = await startOpenIdProvider({ people: {}, redirectUri: CALLBACK, onlyOpenId: true });
    t = await buildTestApp({
      database,
      env: {
        ...institutionEnv(university.issuer, 'University'),
        ...institutionEnv(orcid.issuer, 'ORCID', '_2'),
        OIDC_ACR: 'loa-5',
        OIDC_ADMINS: 'University',
      },
    });
  });
  let login: string;
  beforeEach(() => {
    login = `person-${++many}`;
  });
  afterEach(() => university.tamper(undefined));
  afterAll(async () => {
    await t?.close();
    await university?.close();
    await orcid?.close();
  });

  /** As the provider tells it in the ID token. */
  const says = (more: Record<string, unknown>) =>
    university.tamper({ claims: (claims) => ({ ...claims, ...more }) });
  const MFA = { amr: ['pwd', 'otp'] };
  const newAdministrator = () => administrator(t, 'curator', `admin-${++many}@lab.example`);
  const add = (admin: TestAdministrator, body: object) => t.ask('POST', LINKS, { token: admin.token, body });
  const ways = ({ token }: TestAdministrator) => t.call<AdminWaysIn>('GET', LINKS, { token });
  const whoIs = (token = '') => t.call<UserInfo>('GET', '/api/v1/admin/userInfo', { token });
  /** Links `login` to a new administrator without a second factor of ours. */
  async function linked() {
    const admin = await newAdministrator();
    says(MFA);
    const { ticket } = await arriveAtBackOffice(t, 'link', login);
    expect(await add(admin, { ticket, password: ADMIN_PASSWORD })).toMatchObject({ code: 200 });
    return admin;
  }
  /** The time stands still: what is looked for is among the entries, and once. */
  const noted = async (wanted: Partial<AuditEntry>) => {
    const token = await t.adminToken();
    const path = '/api/v1/admin/audit?pageSize=200';
    const { list } = await t.call<{ list: AuditEntry[] }>('GET', path, { token });
    expect(
      list.filter((entry) =>
        Object.entries(wanted).every(
          ([key, value]) => JSON.stringify(entry[key as keyof AuditEntry]) === JSON.stringify(value),
        ),
      ),
      JSON.stringify(wanted),
    ).toHaveLength(1);
  };

  test('those that OIDC_ADMINS names are listed, by name alone', async () => {
    expect(await t.call('GET', '/api/v1/admin/institutions')).toEqual([{ id: '1', name: 'University' }]);
    const admin = await newAdministrator();
    expect(await ways(admin)).toEqual({
      totp: false,
      links: [],
      institutions: [{ id: '1', name: 'University' }],
    });
  });

  test('the provider is asked for a second factor, for the back office only', async () => {
    const { url } = await pressAdminLink(t, 'sign-in');
    expect(new URL(url).searchParams.get('acr_values')).toBe('loa-5');
    expect((await t.inject('GET', '/api/v1/institutions/1/start')).headers.location).not.toContain(
      'acr_values=',
    );
  });

  test('linked while signed in, by the password and the provider’s second factor; then it signs in', async () => {
    const admin = await newAdministrator();
    says(MFA);
    const state = await arriveAtBackOffice(t, 'link', login);
    expect(state).toMatchObject({ outcome: 'admin link', subject: login, secondFactor: true, session: null });
    const { ticket } = state;
    expect(await add(admin, { ticket, password: PASSWORD })).toMatchObject({
      code: 400,
      errors: [{ path: 'password' }],
    });
    expect((await ways(admin)).links).toEqual([]);
    expect((await add(admin, { ticket, password: ADMIN_PASSWORD })).code).toBe(200);
    expect((await add(admin, { ticket, password: ADMIN_PASSWORD })).code, 'the ticket is used').toBe(400);
    const person = { issuer: university.issuer, subject: login };
    await noted({
      action: `POST ${LINKS}`,
      adminId: admin.id,
      subject: admin.username,
      after: person,
    });
    expect((await ways(admin)).links).toMatchObject([
      { institution: 'University', subject: login, works: true, lastUsedAt: null },
    ]);

    const arrived = await arriveAtBackOffice(t, 'sign-in', login);
    expect(arrived).toMatchObject({ outcome: 'admin signed in', ticket: null });
    expect(await whoIs(arrived.session?.token)).toMatchObject({ email: admin.username, roles: ['curator'] });
    await noted({
      action: 'POST /api/v1/institutions/exchange',
      adminId: admin.id,
      subject: admin.username,
    });
    expect((await ways(admin)).links[0]?.lastUsedAt).not.toBeNull();
    expect((await arriveAtBackOffice(t, 'link', login)).outcome).toBe('admin linked');
  });

  test('without the provider’s second factor ours is needed: a code, which works once', async () => {
    const admin = await newAdministrator();
    const { secret, recoveryCodes } = await enrol(t, admin);
    t.clock.now += STEP;
    const { ticket } = await arriveAtBackOffice(t, 'link', login);
    const body = { ticket, password: ADMIN_PASSWORD };
    for (const more of [{}, { totp: '' }, { totp: '000000' }])
      expect(await add(admin, { ...body, ...more }), JSON.stringify(more)).toMatchObject({
        code: 400,
        errors: [{ path: 'totp' }],
      });
    expect((await add(admin, { ...body, totp: codeAt(secret, t.clock.now) })).code).toBe(200);

    t.clock.now += STEP;
    const state = await arriveAtBackOffice(t, 'sign-in', login);
    expect(state).toMatchObject({ outcome: 'admin code', session: null });
    const confirm = (totp: string) =>
      t.ask('POST', CONFIRM, { body: { ticket: state.ticket, totp } }) as unknown as Promise<{
        code: number;
        data: { token: string };
      }>;
    expect(await confirm('000000')).toMatchObject({ code: 400, errors: [{ path: 'totp' }] });
    await noted({
      action: `POST ${CONFIRM} (failed)`,
      subject: admin.username,
      after: { failed: 'second factor' },
    });
    const code = codeAt(secret, t.clock.now);
    const tries = await Promise.all([confirm(code), confirm(code), confirm(code)]);
    const [won, ...more] = tries.filter((one) => one.code === 200);
    expect(more, 'of many at once one').toEqual([]);
    expect(await whoIs(won?.data.token)).toMatchObject({ email: admin.username });
    expect((await confirm(recoveryCodes[0] ?? '')).code, 'the ticket is used').toBe(400);
    const again = await arriveAtBackOffice(t, 'sign-in', login);
    const spare = { ticket: again.ticket, totp: recoveryCodes[1] ?? '' };
    expect((await t.ask('POST', CONFIRM, { body: spare })).code, 'a recovery code').toBe(200);
    says(MFA);
    expect((await arriveAtBackOffice(t, 'sign-in', login)).outcome, 'or theirs').toBe('admin signed in');
  });

  test('threat 11: of two uses of one ticket at once one wins, and the other is told', async () => {
    const admin = await newAdministrator();
    const { secret, recoveryCodes } = await enrol(t, admin);
    t.clock.now += STEP;
    const { ticket } = await arriveAtBackOffice(t, 'link', login);
    await add(admin, { ticket, password: ADMIN_PASSWORD, totp: codeAt(secret, t.clock.now) });
    const state = await arriveAtBackOffice(t, 'sign-in', login);
    const confirm = (totp = '') => t.ask('POST', CONFIRM, { body: { ticket: state.ticket, totp } });
    const answers = await Promise.all(recoveryCodes.slice(0, 3).map((one) => confirm(one)));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 400, 400]);
    expect(answers.find(({ code }) => code === 400)).toMatchObject({
      msg: 'This sign-in is over or was used already. Please start it again.',
    });
  });

  test('a second factor is missing: neither linked nor signed in', async () => {
    const admin = await newAdministrator();
    const { ticket, secondFactor } = await arriveAtBackOffice(t, 'link', login);
    expect(secondFactor).toBe(false);
    expect((await add(admin, { ticket, password: ADMIN_PASSWORD })).code).toBe(403);
    expect((await ways(admin)).links).toEqual([]);
    const other = await linked();
    for (const claims of [{}, { amr: ['pwd'] }, { amr: 'mfa' }, { amr: ['pwd', 'pin'] }, { acr: 'loa-1' }]) {
      says(claims);
      const state = await arriveAtBackOffice(t, 'sign-in', login);
      expect(state, JSON.stringify(claims)).toMatchObject({
        outcome: 'admin one factor',
        session: null,
        ticket: null,
      });
    }
    await noted({
      action: 'POST /api/v1/institutions/exchange (failed)',
      subject: other.username,
      after: { failed: 'second factor' },
    });
    for (const claims of [{ amr: ['mfa'] }, { acr: 'loa-5' }, { acr: 'https://refeds.org/profile/mfa' }]) {
      says(claims);
      const { outcome } = await arriveAtBackOffice(t, 'sign-in', login);
      expect(outcome, JSON.stringify(claims)).toBe('admin signed in');
    }
  });

  test('nobody becomes an administrator, or is linked, by an address (threat 40)', async () => {
    const admin = await newAdministrator();
    people[login] = { email: admin.username, email_verified: true };
    says(MFA);
    const state = await arriveAtBackOffice(t, 'sign-in', login);
    expect(state).toMatchObject({ outcome: 'admin unknown', session: null, ticket: null });
    await noted({
      subject: 'an account that does not exist',
      after: { failed: 'not linked' },
    });
    expect(await rowCount(t, `administrator_identities where subject = '${login}'`)).toBe(0);
    await t.user(admin.username);
    expect((await arriveAtBackOffice(t, 'sign-in', login)).outcome, 'nor by a user’s').toBe('admin unknown');
  });

  test('a ticket is good for what it was begun for: a user’s links no administrator, nor the other way', async () => {
    const admin = await newAdministrator();
    const { secret } = await enrol(t, admin);
    t.clock.now += STEP;
    people[login] = { email: `${login}@example.org`, email_verified: true };
    const user = await arriveWith(t, login);
    const totp = codeAt(secret, t.clock.now);
    const body = { ticket: user.ticket, password: ADMIN_PASSWORD, totp };
    expect((await add(admin, body)).code).toBe(400);
    expect((await t.ask('POST', CONFIRM, { body: { ticket: user.ticket, totp } })).code).toBe(400);
    const { ticket } = await arriveAtBackOffice(t, 'link', login);
    const { token } = await t.user(`${login}@example.org`);
    const asUser = { ticket, password: PASSWORD };
    for (const [call, more] of [
      ['confirm', {}],
      ['links', { token }],
    ] as const)
      expect(
        (await t.ask('POST', `/api/v1/institutions/${call}`, { body: asUser, ...more })).code,
        call,
      ).toBe(400);
    expect((await add(admin, { ticket, password: ADMIN_PASSWORD, totp })).code, 'its own').toBe(200);
    expect((await arriveWith(t, login)).outcome, 'and signs no user in').not.toBe('signed in');
  });

  test('threats row 3: neither a user nor a cookie links, lists or unlinks', async () => {
    const { token } = await t.user(`${login}@example.org`);
    says(MFA);
    const { ticket } = await arriveAtBackOffice(t, 'link', login);
    const body = { ticket, password: PASSWORD };
    expect((await t.ask('POST', LINKS, { token, body })).code).toBe(403);
    const cookie = `Portal-Admin-Token=${await t.adminToken()}`;
    expect((await t.ask('POST', LINKS, { headers: { cookie }, body })).code).toBe(401);
  });

  test('a disabled administrator is told so, and does not sign in', async () => {
    const admin = await linked();
    const disable = async (disabled: boolean) => {
      const token = await t.adminToken();
      await t.call('PUT', `/api/v1/admin/administrators/${admin.id}`, { token, body: { disabled } });
    };
    await disable(true);
    says(MFA);
    expect(await arriveAtBackOffice(t, 'sign-in', login)).toMatchObject({
      outcome: 'admin disabled',
      session: null,
      ticket: null,
    });
    await disable(false);
    expect((await arriveAtBackOffice(t, 'sign-in', login)).outcome).toBe('admin signed in');
  });

  test('a provider that OIDC_ADMINS does not name: no link leads there', async () => {
    const page = '/auth-redirect#error=administrators&for=admin';
    expect((await pressAdminLink(t, 'sign-in', '2')).url).toBe(page);
    expect((await pressAdminLink(t, 'link', '2')).url).toBe(page);
    expect((await t.ask('GET', '/api/v1/admin/institutions/7/start')).code).toBe(404);
  });

  test('the provider is down: a page of the back office, and the password works', async () => {
    university.setDown(true);
    const { url, cookie } = await pressAdminLink(t, 'sign-in');
    university.setDown(false);
    expect(url).toBe('/auth-redirect#error=unavailable&for=admin');
    const late = await openCallback(t, `${CALLBACK}?code=x&state=y`, cookie);
    expect(late.error).toBe('expired');
    await t.adminToken();
  });

  test('one person opens one administrator; unlinking is audited and ends it', async () => {
    const admin = await newAdministrator();
    const other = await newAdministrator();
    says(MFA);
    const [mine, theirs] = [
      await arriveAtBackOffice(t, 'link', login),
      await arriveAtBackOffice(t, 'link', login),
    ];
    expect((await add(admin, { ticket: mine.ticket, password: ADMIN_PASSWORD })).code).toBe(200);
    expect((await add(other, { ticket: theirs.ticket, password: ADMIN_PASSWORD })).code).toBe(409);
    const id = (await ways(admin)).links[0]?.id ?? '';
    const remove = ({ token }: TestAdministrator) => t.ask('DELETE', `${LINKS}/${id}`, { token });
    expect((await remove(other)).code, 'another’s').toBe(404);
    expect((await remove(admin)).code).toBe(200);
    await noted({
      action: `DELETE ${LINKS}/:id`,
      subject: admin.username,
      before: { issuer: university.issuer, subject: login },
    });
    expect((await remove(admin)).code).toBe(404);
    expect((await arriveAtBackOffice(t, 'sign-in', login)).outcome).toBe('admin unknown');
  });
});
