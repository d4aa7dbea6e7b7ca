import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignInState, WaysIn } from '../../../contract/institutions.ts';
import type { UserInfo } from '../../../contract/session.ts';
import { type OpenIdProviderServer, startOpenIdProvider } from '../../../tests/support/openid-provider.ts';
import { decide, setPolicy } from '../../testing/applicants.ts';
import { buildTestApp, PASSWORD, type TestApp } from '../../testing/build-test-app.ts';
import { onEachDatabase } from '../../testing/databases.ts';
import { arriveWith, CALLBACK, institutionEnv } from '../../testing/institutions.ts';
import { rowCount } from '../../testing/look-inside.ts';

const verified = (email: string) => ({
  email,
  email_verified: true,
  given_name: 'Grace',
  family_name: 'Hopper',
});
const people = {
  grace: verified('grace@navy.example'),
  known: verified('known@example.org'),
  coded: verified('coded@example.org'),
  second: verified('second@example.org'),
  evader: verified('evader@example.org'),
  reset: verified('reset@example.org'),
  staff: {
    ...verified('staff@mail.example'),
    eduperson_scoped_affiliation: ['staff@physics.university.example'],
  },
  guest: { ...verified('guest@mail.example'), eduperson_scoped_affiliation: 'affiliate@university.example' },
  claims: { email: 'claimed@example.org', email_verified: false },
};

const form = {
  firstName: 'Grace',
  familyName: 'Hopper',
  affiliation: 'Naval Reserve',
  purpose: 'To find the bug.',
};

onEachDatabase('access.md, sign-in with the institution', (database) => {
  let t: TestApp;
  let university: OpenIdProviderServer;
  let orcid: OpenIdProviderServer;
  beforeAll(async () => {
    university = await startOpenIdProvider({ people, redirectUri: CALLBACK });
    orcid = await startOpenIdProvider({
      people: { '0000-0001': { given_name: 'Rosalind' }, '0000-0002': {} },
      redirectUri: CALLBACK,
      onlyOpenId: true,
    });
    t = await buildTestApp({
      database,
      env: {
        ...institutionEnv(university.issuer, 'University'),
        ...institutionEnv(orcid.issuer, 'ORCID', '_2'),
      },
    });
  });
  afterAll(async () => {
    await t?.close();
    await university?.close();
    await orcid?.close();
  });

  const post = <Data>(call: string, body: object, token?: string) =>
    t.call<Data>('POST', `/api/v1/institutions/${call}`, { body, ...(token === undefined ? {} : { token }) });
  const refused = (call: string, body: object, token?: string) =>
    t.ask('POST', `/api/v1/institutions/${call}`, { body, ...(token === undefined ? {} : { token }) });
  const info = (token = '') => t.call<UserInfo>('GET', '/api/v1/userInfo', { token });
  const ways = (token = '') => t.call<WaysIn>('GET', '/api/v1/institutions/links', { token });
  const registered = async (login: string) => {
    const { ticket } = await arriveWith(t, login);
    return post<{ status: string; email: string; session: { token: string } }>('register', {
      ticket,
      ...form,
    });
  };

  test('the institutions are listed by name, and nothing else of them', async () => {
    expect(await t.call('GET', '/api/v1/institutions')).toEqual([
      { id: '1', name: 'University' },
      { id: '2', name: 'ORCID' },
    ]);
  });

  test('a new person registers: an ordinary application, without a password; then signs in at once', async () => {
    const state = await arriveWith(t, 'grace');
    expect(state).toMatchObject({
      outcome: 'register',
      institution: 'University',
      email: 'grace@navy.example',
      firstName: 'Grace',
      familyName: 'Hopper',
      session: null,
    });
    const { ticket } = state;
    expect((await refused('register', { ticket, ...form, purpose: '' })).code).toBe(400);
    const made = await post<{ status: string; session: { token: string } }>('register', { ticket, ...form });
    expect(made.status).toBe('pending');
    expect(await info(made.session.token)).toMatchObject({ email: 'grace@navy.example', status: 'pending' });
    expect((await refused('register', { ticket, ...form })).code, 'the ticket is used').toBe(400);
    const again = await arriveWith(t, 'grace');
    expect(again).toMatchObject({ outcome: 'signed in', ticket: null });
    expect((await info(again.session?.token)).email).toBe('grace@navy.example');
    const signIn = { body: { email: 'grace@navy.example', password: '' } };
    expect((await t.ask('POST', '/api/v1/login', signIn)).code).toBe(400);
    const guess = { body: { email: 'grace@navy.example', password: PASSWORD } };
    expect((await t.ask('POST', '/api/v1/login', guess)).code, 'no password opens it').toBe(400);
  });

  test('an account with the verified address is linked by its password, once it is the right one', async () => {
    await t.user('known@example.org');
    const { outcome, ticket } = await arriveWith(t, 'known');
    expect(outcome).toBe('confirm');
    expect(await refused('confirm', { ticket, password: 'seven wrong kettles on the roof' })).toMatchObject({
      code: 400,
      errors: [{ path: 'password' }],
    });
    expect((await refused('confirm', { ticket })).code).toBe(400);
    expect(await rowCount(t, `linked_identities where subject = 'known'`)).toBe(0);
    const state = await post<SignInState>('confirm', { ticket, password: PASSWORD });
    expect(state.outcome).toBe('signed in');
    expect((await info(state.session?.token)).email).toBe('known@example.org');
    expect((await arriveWith(t, 'known')).outcome).toBe('signed in');
    await t.login('known@example.org');
  });

  test('it is linked by a mailed code, too, which works once', async () => {
    await t.user('coded@example.org');
    const { ticket } = await arriveWith(t, 'coded');
    await post('code', { ticket });
    const validCode = await t.codeFor('coded@example.org');
    expect((await refused('confirm', { ticket, validCode: '00000000' })).code).toBe(400);
    expect((await post<SignInState>('confirm', { ticket, validCode })).outcome).toBe('signed in');
    expect((await refused('confirm', { ticket, validCode })).code).toBe(400);
  });

  test('without an address (ORCID): one is asked for and proved by a mailed code; a new one registers', async () => {
    const state = await arriveWith(t, '0000-0001', { id: '2' });
    expect(state).toMatchObject({ outcome: 'address', email: null, firstName: 'Rosalind' });
    const { ticket } = state;
    const email = 'rosalind@example.org';
    expect((await refused('register', { ticket, ...form })).code, 'not before it is proved').toBe(400);
    expect((await refused('code', { ticket })).code).toBe(400);
    await post('code', { ticket, email });
    expect((await refused('confirm', { ticket, email, password: PASSWORD })).code).toBe(400);
    const validCode = await t.codeFor(email);
    const next = await post<SignInState>('confirm', { ticket, email, validCode });
    expect(next).toMatchObject({ outcome: 'register', email });
    const made = await post<{ session: { token: string } }>('register', { ticket, ...form });
    expect((await info(made.session.token)).email).toBe(email);
  });

  test('without an address: the account of the proved one is linked', async () => {
    const email = 'holder@example.org';
    await t.user(email);
    const { ticket } = await arriveWith(t, '0000-0002', { id: '2' });
    expect((await refused('confirm', { ticket, email, password: PASSWORD })).code, 'a code only').toBe(400);
    await post('code', { ticket, email });
    const state = await post<SignInState>('confirm', { ticket, email, validCode: await t.codeFor(email) });
    expect((await info(state.session?.token)).email).toBe(email);
    expect((await arriveWith(t, '0000-0002', { id: '2' })).outcome).toBe('signed in');
  });

  test('a signed-in person links any provider after the password, sees it, and takes it back', async () => {
    const { token } = await t.user('links@example.org');
    const { outcome, ticket } = await arriveWith(t, 'second', { token });
    expect(outcome).toBe('link');
    expect((await refused('links', { ticket }, token)).code).toBe(400);
    await post('links', { ticket, password: PASSWORD }, token);
    expect((await refused('links', { ticket, password: PASSWORD }, token)).code, 'used').toBe(400);
    expect((await arriveWith(t, 'second', { token })).outcome).toBe('linked');
    const { links, hasPassword } = await ways(token);
    expect(hasPassword).toBe(true);
    expect(links).toMatchObject([{ institution: 'University', subject: 'second' }]);
    const signedIn = await arriveWith(t, 'second');
    expect((await info(signedIn.session?.token)).email).toBe('links@example.org');
    const { token: stranger } = await t.user('other@example.org');
    const remove = (by: string) =>
      t.ask('DELETE', `/api/v1/institutions/links/${links[0]?.id}`, { token: by });
    expect((await remove(stranger)).code).toBe(404);
    expect((await remove(token)).code).toBe(200);
    expect((await arriveWith(t, 'second')).outcome, 'by nobody now').toBe('register');
  });

  test('a person who is linked to one account is not linked to another', async () => {
    const { token } = await t.user('greedy@example.org');
    await expect(arriveWith(t, 'grace', { token })).rejects.toThrow('linked to another account');
  });

  test('who has no password proves by a mailed code wherever the password is asked', async () => {
    const { session } = await arriveWith(t, 'grace');
    const { token = '' } = session ?? {};
    expect((await ways(token)).hasPassword).toBe(false);
    const email = 'grace@navy.example';
    const fresh = async () => {
      await t.call('POST', '/api/v1/ownCode', { token });
      return t.codeFor(email);
    };
    const newToken = { name: 'cluster', expiresInDays: 30 };
    expect((await t.ask('POST', '/api/v1/tokens', { token, body: newToken })).code).toBe(400);
    const wrong = { ...newToken, validCode: '00000000' };
    expect((await t.ask('POST', '/api/v1/tokens', { token, body: wrong })).code).toBe(400);
    const validCode = await fresh();
    await t.call('POST', '/api/v1/tokens', { token, body: { ...newToken, validCode } });
    const again = await t.ask('POST', '/api/v1/tokens', { token, body: { ...newToken, validCode } });
    expect(again.code, 'a code works once').toBe(400);
    const weak = { validCode: await fresh(), newPassword: 'gracehopper12' };
    expect((await t.ask('POST', '/api/v1/changePassword', { token, body: weak })).code).toBe(400);
    await t.call('POST', '/api/v1/changePassword', { token, body: { ...weak, newPassword: PASSWORD } });
    await t.login(email);
    const { session: next } = await arriveWith(t, 'grace');
    const own = next?.token ?? '';
    expect((await ways(own)).hasPassword).toBe(true);
    const gone = await t.ask('POST', '/api/v1/account/deletion', {
      token: own,
      body: { password: PASSWORD },
    });
    expect(gone.code).toBe(200);
    expect(await rowCount(t, `linked_identities where subject = 'grace'`)).toBe(0);
  });

  test('a reset of the password unlinks: whoever had the account may have linked their own', async () => {
    const email = 'reset@example.org';
    const { token } = await t.user(email);
    const { ticket } = await arriveWith(t, 'reset', { token });
    await post('links', { ticket, password: PASSWORD }, token);
    const body = { email, purpose: 'reset', captcha: await t.captcha() };
    await t.call('POST', '/api/v1/sendValidCode', { body });
    const validCode = await t.codeFor(email);
    await t.call('POST', '/api/v1/resetPassword', {
      body: { email, validCode, password: `${PASSWORD} again` },
    });
    expect((await arriveWith(t, 'reset')).outcome).toBe('confirm');
  });

  test('rules see the affiliation that the provider vouches for: members are approved, others wait', async () => {
    await setPolicy(t, { mode: 'rules', domains: ['university.example'] });
    expect((await registered('staff')).status).toBe('approved');
    expect((await registered('guest')).status).toBe('pending');
    const admin = await t.adminToken();
    const seen = async (keyword: string) => {
      const found = `/api/v1/admin/userList?keyword=${keyword}`;
      const { list } = await t.call<{ list: { id: string }[] }>('GET', found, { token: admin });
      return t.call('GET', `/api/v1/admin/user/${list[0]?.id}`, { token: admin });
    };
    expect(
      await seen('guest@mail.example'),
      'reviewers see it, apart from what the person wrote',
    ).toMatchObject({
      affiliation: 'Naval Reserve',
      institutions: [
        { institution: 'University', subject: 'guest', affiliation: 'affiliate@university.example' },
      ],
    });
    await setPolicy(t, {});
  });

  test('deleting a suspended account marks issuer and subject: the person stays suspended', async () => {
    people.evader.email = 'evader@example.org';
    const first = await registered('evader');
    const { id } = await info(first.session.token);
    await decide(t, id, 'approved');
    const marks = () => rowCount(t, "address_marks where kind = 'suspended'");
    const before = await marks();
    const reviewId = await decide(t, id, 'suspended', { reason: 'A reason.' });
    expect(await marks(), 'address and institution').toBe(before + 2);
    await t.call('DELETE', `/api/v1/admin/userReview/${reviewId}`, { token: await t.adminToken() });
    expect(await marks(), 'undone').toBe(before);
    await decide(t, id, 'suspended', { reason: 'A reason.' });
    await t.call('DELETE', `/api/v1/admin/user/${id}`, { token: await t.adminToken() });
    people.evader.email = 'elsewhere@example.org';
    const second = await registered('evader');
    expect(await info(second.session.token)).toMatchObject({
      email: 'elsewhere@example.org',
      status: 'suspended',
    });
    const { id: next } = await info(second.session.token);
    await t.call('DELETE', `/api/v1/admin/user/${next}`, { token: await t.adminToken() });
    const { token } = await t.user('third@example.org');
    const { ticket } = await arriveWith(t, 'evader', { token });
    expect((await refused('links', { ticket, password: PASSWORD }, token)).code).toBe(403);
  });

  test('the export names what is linked', async () => {
    const { session } = await arriveWith(t, 'known');
    const kept = (await t.inject('GET', '/api/v1/account/export', { token: session?.token ?? '' })).json();
    expect(kept.institutions).toMatchObject([{ issuer: university.issuer, subject: 'known' }]);
  });
});
