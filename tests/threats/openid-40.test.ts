import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignInState } from '../../contract/institutions.ts';
import { buildTestApp, PASSWORD, type TestApp } from '../../server/testing/build-test-app.ts';
import { onEitherDatabase } from '../../server/testing/databases.ts';
import { arriveWith, CALLBACK, institutionEnv, pressLink } from '../../server/testing/institutions.ts';
import { rowCount } from '../../server/testing/look-inside.ts';
import { type OpenIdProviderServer, startOpenIdProvider } from '../support/openid-provider.ts';

const VICTIM = 'victim@example.org';

onEitherDatabase('threats row 40: an OpenID provider does not take accounts over', (database) => {
  let t: TestApp;
  let evil: OpenIdProviderServer;
  let other: OpenIdProviderServer;
  const names = { given_name: 'Ada', family_name: 'Lovelace' };
  const people = {
    unverified: { email: VICTIM, email_verified: false, ...names },
    silent: { email: VICTIM, ...names },
    claims: { email: VICTIM, email_verified: true, ...names },
    hostile: { email: `"${VICTIM}"@evil.example`, email_verified: true },
    changing: { email: 'changing@example.org', email_verified: true },
  };
  beforeAll(async () => {
    evil = await startOpenIdProvider({ people, redirectUri: CALLBACK });
    other = await startOpenIdProvider({
      people: { changing: { email: VICTIM, email_verified: true } },
      redirectUri: CALLBACK,
    });
    t = await buildTestApp({
      database,
      env: { ...institutionEnv(evil.issuer, 'Evil'), ...institutionEnv(other.issuer, 'Other', '_2') },
    });
    await t.user(VICTIM);
  });
  afterAll(async () => {
    await t?.close();
    await evil?.close();
    await other?.close();
  });
  const confirm = (body: object) => t.ask('POST', '/api/v1/institutions/confirm', { body });
  const links = () => rowCount(t, 'linked_identities');

  test('a provider that claims another’s address → no link without the password or a code of that mailbox', async () => {
    const { outcome, ticket, session } = await arriveWith(t, 'claims');
    expect([outcome, session]).toEqual(['confirm', null]);
    for (const body of [{}, { password: 'a guess of twelve' }, { validCode: '12345678' }, { email: VICTIM }])
      expect((await confirm({ ticket, ...body })).code).toBe(400);
    const form = { firstName: 'A', familyName: 'B', affiliation: 'C', purpose: 'D' };
    const { code } = await t.ask('POST', '/api/v1/institutions/register', { body: { ticket, ...form } });
    expect(code).toBe(409);
    expect(await links()).toBe(0);
  });

  test('an address that the provider has not verified, or does not say so, counts as none', async () => {
    for (const login of ['unverified', 'silent', 'hostile']) {
      const { outcome, email, ticket } = await arriveWith(t, login);
      expect([outcome, email], login).toEqual(['address', null]);
      expect((await confirm({ ticket, email: VICTIM, password: PASSWORD })).code, 'a code only').toBe(400);
    }
    expect(await links()).toBe(0);
  });

  test('a code that was mailed to one address proves no other', async () => {
    const { ticket } = await arriveWith(t, 'silent');
    const body = { ticket, email: 'thief@example.org' };
    await t.call('POST', '/api/v1/institutions/code', { body });
    const validCode = await t.codeFor('thief@example.org');
    expect(validCode).not.toBe('');
    expect((await confirm({ ticket, email: VICTIM, validCode })).code).toBe(400);
    expect(await links()).toBe(0);
  });

  test('guesses of the password are limited as everywhere', async () => {
    const strict = await buildTestApp({
      env: { ...institutionEnv(evil.issuer, 'Evil'), RATE_LIMIT_FACTOR: '1' },
    });
    await strict.user(VICTIM);
    const codes: number[] = [];
    for (let n = 0; n < 7; n++) {
      const { ticket } = await arriveWith(strict, 'claims');
      const body = { ticket, password: `a guess of twelve ${n}` };
      codes.push((await strict.ask('POST', '/api/v1/institutions/confirm', { body })).code);
    }
    expect(codes).toEqual([400, 400, 400, 400, 400, 429, 429]);
    await strict.close();
  });

  test('issuer and subject name the person: neither a new address nor another issuer’s same subject moves a link', async () => {
    const { token } = await t.user('changing@example.org');
    const { ticket } = await arriveWith(t, 'changing');
    const state = await t.call<SignInState>('POST', '/api/v1/institutions/confirm', {
      body: { ticket, password: PASSWORD },
    });
    expect(state.outcome).toBe('signed in');
    people.changing.email = VICTIM;
    const { session } = await arriveWith(t, 'changing');
    const me = (of = '') => t.call<{ email: string }>('GET', '/api/v1/userInfo', { token: of });
    expect((await me(session?.token)).email).toBe('changing@example.org');
    expect((await arriveWith(t, 'changing', { id: '2' })).outcome, 'the same subject elsewhere').toBe(
      'confirm',
    );
    expect((await me(token)).email).toBe('changing@example.org');
    people.changing.email = 'changing@example.org';
  });

  test('threats row 36: neither the database nor the cookie holds a secret of it in clear', async () => {
    const { cookie } = await pressLink(t);
    const { ticket } = await arriveWith(t, 'silent');
    expect(await rowCount(t, `institution_sign_ins where ticket_hash = '${ticket}'`)).toBe(0);
    expect(cookie).not.toMatch(/state|nonce|verifier/);
    expect(Buffer.from(cookie.split('v1.')[1] ?? '', 'base64url').toString('latin1')).not.toContain(
      'verifier',
    );
  });
});
