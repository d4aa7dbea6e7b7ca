import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { SignInState } from '../contract/institutions.ts';
import { ADMIN_PASSWORD, administrator } from '../server/testing/administrators.ts';
import { buildTestApp, PASSWORD, type TestApp } from '../server/testing/build-test-app.ts';
import {
  CALLBACK,
  institutionEnv,
  openCallback,
  pressAdminLink,
  pressLink,
} from '../server/testing/institutions.ts';
import { LEMONLDAP_SECRET, type LemonLdap, signInAtLemonLdap, startLemonLdap } from './support/lemonldap.ts';
import { havePrograms } from './support/programs.ts';

const MINUTE = 60_000;
const START = { timeout: 15 * MINUTE };

const possible = havePrograms(['apt-get', 'dpkg', 'perl'], {
  test: 'sign-in with the institution over LemonLDAP::NG',
  packages: 'apt dpkg perl',
});

describe.runIf(possible)('access.md, sign-in with the institution: LemonLDAP::NG of Debian', START, () => {
  let t: TestApp;
  let provider: LemonLdap;
  beforeAll(async () => {
    provider = await startLemonLdap({ redirectUri: CALLBACK });
    t = await buildTestApp({
      env: {
        ...institutionEnv(provider.issuer, 'University'),
        OIDC_CLIENT_SECRET: LEMONLDAP_SECRET,
        OIDC_ACR: 'loa-5',
        OIDC_ADMINS: 'University',
      },
    });
    await t.user('dwho@badwolf.org');
  }, START.timeout);
  afterEach(async () => {
    provider?.setDown(false);
    provider?.tamper(undefined);
    await t?.login('dwho@badwolf.org');
  });
  afterAll(async () => {
    await t?.close();
    await provider?.close();
  });

  /** From a link to what stands behind `/auth-redirect#`. */
  async function signIn(login: string, begun = pressLink(t)) {
    const { url, cookie } = await begun;
    const back = await openCallback(t, await signInAtLemonLdap(url, { login }), cookie);
    return { cookie, ...back };
  }
  async function arrive(login: string, begun?: ReturnType<typeof pressLink>, token?: string) {
    const { code, cookie, error } = await signIn(login, begun);
    expect(error).toBeNull();
    return t.call<SignInState>('POST', '/api/v1/institutions/exchange', {
      body: { code },
      headers: { cookie },
      ...(token === undefined ? {} : { token }),
    });
  }
  const failure = async () => (await signIn('dwho')).error;

  test('linking by the password, then sign-in', async () => {
    const state = await arrive('dwho');
    expect(state).toMatchObject({ outcome: 'confirm', email: 'dwho@badwolf.org', institution: 'University' });
    const body = { ticket: state.ticket, password: PASSWORD };
    const linked = await t.call<SignInState>('POST', '/api/v1/institutions/confirm', { body });
    expect(linked.outcome).toBe('signed in');
    expect((await arrive('dwho')).outcome).toBe('signed in');
  });

  test('linking while signed in', async () => {
    const { token } = await t.user('smith@example.org');
    const { outcome, ticket } = await arrive('msmith', undefined, token);
    expect(outcome).toBe('link');
    const body = { ticket, password: PASSWORD };
    await t.call('POST', '/api/v1/institutions/links', { token, body });
    expect((await arrive('msmith')).outcome).toBe('signed in');
  });

  test('no e-mail: one is asked for', async () => {
    expect(await arrive('orcid')).toMatchObject({ outcome: 'address', email: null });
  });

  test('its second factor, told by `acr`, signs an administrator in; without it none is linked', async () => {
    const admin = await administrator(t, 'curator');
    const links = '/api/v1/admin/institutions/links';
    const weak = await arrive('dwho', pressAdminLink(t, 'link'));
    expect(weak).toMatchObject({ outcome: 'admin link', secondFactor: false });
    const add = ({ ticket }: SignInState) =>
      t.ask('POST', links, { token: admin.token, body: { ticket, password: ADMIN_PASSWORD } });
    expect((await add(weak)).code).toBe(403);
    const strong = await arrive('rtyler', pressAdminLink(t, 'link'));
    expect(strong).toMatchObject({ outcome: 'admin link', secondFactor: true });
    expect((await add(strong)).code).toBe(200);
    expect((await arrive('rtyler', pressAdminLink(t, 'sign-in'))).outcome).toBe('admin signed in');
    expect((await arrive('dwho', pressAdminLink(t, 'sign-in'))).outcome).toBe('admin unknown');
  });

  test('it is down: at the link, and between link and callback', async () => {
    const { url, cookie } = await pressLink(t);
    const callback = await signInAtLemonLdap(url, { login: 'dwho' });
    provider.setDown(true);
    expect(await openCallback(t, callback, cookie)).toMatchObject({ error: 'unavailable', code: '' });
    expect((await pressLink(t)).url).toBe('/auth-redirect#error=unavailable');
    provider.setDown(false);
    expect(await failure()).toBeNull();
  });

  test('a code of it that was used already', async () => {
    const { url, cookie } = await pressLink(t);
    const callback = await signInAtLemonLdap(url, { login: 'dwho' });
    expect((await openCallback(t, callback, cookie)).error).toBeNull();
    expect((await openCallback(t, callback, cookie)).error).toBe('replayed');
  });

  test('the token is for another program, of another issuer, of another sign-in', async () => {
    provider.tamper({ claims: (claims) => ({ ...claims, aud: 'another client' }) });
    expect(await failure()).toBe('audience');
    provider.tamper({ claims: (claims) => ({ ...claims, iss: 'https://evil.example' }) });
    expect(await failure()).toBe('invalid');
    provider.tamper({ claims: (claims) => ({ ...claims, nonce: 'of another sign-in' }) });
    expect(await failure()).toBe('invalid');
  });

  test('clocks are 5 minutes apart, either way', async () => {
    for (const apart of [5 * MINUTE, -5 * MINUTE]) {
      t.clock.now += apart;
      expect(await failure(), String(apart)).toBe('clock');
      t.clock.now -= apart;
    }
  });

  test('it rotates its keys: the new one is fetched; a key that it does not publish is refused', async () => {
    expect(await failure()).toBeNull();
    await provider.rotateKeys();
    expect(await failure()).toBeNull();
    provider.tamper({ key: 'unknown' });
    expect(await failure()).toBe('signature');
  });
});
