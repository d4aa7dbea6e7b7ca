import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  CLIENT,
  type OpenIdProviderServer,
  signInAt,
  startOpenIdProvider,
} from '../../../tests/support/openid-provider.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import {
  arriveWith,
  CALLBACK,
  institutionEnv,
  openCallback,
  pressLink,
  signInWith,
} from '../../testing/institutions.ts';
import { rowCount } from '../../testing/look-inside.ts';

const MINUTE = 60_000;
const person = { email: 'ada@example.org', email_verified: true };

describe('access.md, sign-in with the institution: each failure has a page of its own, and the password works', () => {
  let t: TestApp;
  let provider: OpenIdProviderServer;
  beforeAll(async () => {
    provider = await startOpenIdProvider({ people: { ada: person }, redirectUri: CALLBACK });
    t = await buildTestApp({ env: institutionEnv(provider.issuer, 'University') });
    await t.user('ada@example.org');
  });
  afterEach(async () => {
    provider.setDown(false);
    provider.tamper(undefined);
    await t.login('ada@example.org');
  });
  afterAll(async () => {
    await t?.close();
    await provider?.close();
  });
  const failure = async (login: string | undefined = 'ada') => (await signInWith(t, login)).error;

  test('the provider is down: at the link, and between link and callback', async () => {
    const { url, cookie } = await pressLink(t);
    const callback = await signInAt(url, 'ada');
    provider.setDown(true);
    expect(await openCallback(t, callback, cookie)).toMatchObject({ error: 'unavailable', code: '' });
    expect((await pressLink(t)).url).toBe('/auth-redirect#error=unavailable');
    provider.setDown(false);
    expect(await failure(), 'it is asked again').toBeNull();
  });

  test('the provider was down while somebody was there: who comes back meanwhile signs in', async () => {
    const { url, cookie } = await pressLink(t);
    const callback = await signInAt(url, 'ada');
    provider.setDown(true);
    expect((await pressLink(t)).url, 'another person’s').toBe('/auth-redirect#error=unavailable');
    provider.setDown(false);
    expect((await openCallback(t, callback, cookie)).error).toBeNull();
  });

  test('it rotates its keys: the new one is fetched; a key that it does not publish is refused', async () => {
    expect(await failure()).toBeNull();
    provider.rotateKeys();
    expect(await failure()).toBeNull();
    provider.tamper({ key: 'unknown' });
    expect(await failure()).toBe('signature');
  });

  test('the token is for another program', async () => {
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
    provider.tamper({ claims: (claims) => ({ ...claims, exp: Number(claims.iat) - 60 }) });
    expect(await failure(), 'the token is over').toBe('clock');
  });

  test('the person turns back at the provider', async () => {
    const { url, cookie } = await pressLink(t);
    expect((await openCallback(t, await signInAt(url, undefined), cookie)).error).toBe('denied');
  });

  test('a code of the provider that was used already', async () => {
    const { url, cookie } = await pressLink(t);
    const callback = await signInAt(url, 'ada');
    expect((await openCallback(t, callback, cookie)).error).toBeNull();
    expect((await openCallback(t, callback, cookie)).error).toBe('replayed');
  });

  test('no cookie, one over 10 minutes old, one of another sign-in, one that somebody made', async () => {
    const { url, cookie, header } = await pressLink(t);
    expect(header).toMatch(
      /^Portal-Institution=v1\.[\w-]+; Path=\/api\/v1\/institutions; Max-Age=600; HttpOnly; SameSite=Lax$/,
    );
    const callback = await signInAt(url, 'ada');
    expect((await openCallback(t, callback, '')).error).toBe('expired');
    expect((await openCallback(t, callback, `${cookie.slice(0, -4)}AAAA`)).error).toBe('expired');
    const other = await pressLink(t);
    expect((await openCallback(t, callback, other.cookie)).error).toBe('invalid');
    t.clock.now += 10 * MINUTE;
    expect((await openCallback(t, callback, cookie)).error).toBe('expired');
    t.clock.now -= 10 * MINUTE;
    expect((await t.inject('GET', '/api/v1/institutions/callback')).headers.location).toBe(
      '/auth-redirect#error=expired',
    );
  });

  test('under https the cookie is Secure', async () => {
    const secure = await buildTestApp({
      env: { ...institutionEnv(provider.issuer, 'University'), PUBLIC_URL: 'https://data.example.org' },
    });
    const { header, url } = await pressLink(secure);
    expect(header).toMatch(/; HttpOnly; SameSite=Lax; Secure$/);
    expect(new URL(url).searchParams.get('redirect_uri')).toBe(
      'https://data.example.org/api/v1/institutions/callback',
    );
    await secure.close();
  });

  test('our code: once, within 60 s, in the browser that began', async () => {
    const exchange = (code: string, cookie: string) =>
      t.ask('POST', '/api/v1/institutions/exchange', { body: { code }, headers: { cookie } });
    const over = { code: 400, msg: 'This sign-in is over or was used already. Please start it again.' };
    const begun = await signInWith(t, 'ada');
    const { cookie: another } = await pressLink(t);
    expect(await exchange(begun.code, ''), 'without the cookie').toEqual(over);
    expect(await exchange(begun.code, another), 'with another browser’s').toEqual(over);
    t.clock.now += MINUTE;
    expect(await exchange(begun.code, begun.cookie), 'late').toEqual(over);
    t.clock.now -= MINUTE;
    const many = await Promise.all(Array.from({ length: 20 }, () => exchange(begun.code, begun.cookie)));
    expect(
      many.filter(({ code }) => code === 200),
      'of many at once one',
    ).toHaveLength(1);
    expect(
      (
        await t.inject('POST', '/api/v1/institutions/exchange', {
          body: { code: (await signInWith(t, 'ada')).code },
          headers: { cookie: begun.cookie },
        })
      ).statusCode,
      'a cookie is good for its own code',
    ).toBe(400);
  });

  test('a ticket is good for 30 minutes, and what is over is removed within a day', async () => {
    const { ticket } = await arriveWith(t, 'ada');
    const code = () => t.ask('POST', '/api/v1/institutions/code', { body: { ticket } });
    expect((await code()).code).toBe(200);
    t.clock.now += 30 * MINUTE;
    expect((await code()).code).toBe(400);
    expect(await rowCount(t, 'institution_sign_ins')).toBeGreaterThan(0);
    t.clock.now += 25 * 60 * MINUTE;
    await t.app.settle();
    expect(await rowCount(t, 'institution_sign_ins')).toBe(0);
    t.clock.now = Date.now();
  });

  test('an institution that is not there', async () => {
    expect((await t.ask('GET', '/api/v1/institutions/7/start')).code).toBe(404);
  });

  test('the link carries PKCE, state and nonce, and no secret', async () => {
    const { url } = await pressLink(t);
    const { searchParams } = new URL(url);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      client_id: CLIENT.id,
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      scope: 'openid email profile eduperson_scoped_affiliation',
    });
    expect(url).not.toContain(encodeURIComponent(CLIENT.secret));
  });
});
