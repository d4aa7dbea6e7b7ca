// @module-tag guards
import { afterAll, beforeAll, expect, test } from 'vitest';
import { administrator, codeAt, enrol, type TestAdministrator } from '../../server/testing/administrators.ts';
import { PASSWORD, type TestApp } from '../../server/testing/build-test-app.ts';
import { CALLBACK, institutionEnv, openCallback, pressLink } from '../../server/testing/institutions.ts';
import { rowCount } from '../../server/testing/look-inside.ts';
import { onObjectStore } from '../../server/testing/object-store.ts';
import { openReview } from '../../server/testing/reviewer.ts';
import { type TwoServers, twoServers } from '../../server/testing/two-servers.ts';
import { type OpenIdProviderServer, signInAt, startOpenIdProvider } from '../support/openid-provider.ts';

const MINUTE = 60_000;
const ADA = 'ada@example.org';
const BOB = 'bob@example.org';
const EVE = 'eve@example.org';

onObjectStore('operations.md "Several servers": what guards an account is counted by both together', () => {
  let two: TwoServers;
  let university: OpenIdProviderServer;
  let admin: TestAdministrator & { secret: string; recoveryCodes: string[] };
  /** Tokens of sessions. */
  let ada: string;
  let bob: string;
  let resetCode: string;
  let household = 0;
  const both = (): TestApp[] => [two.a, two.b];
  /** From another household each time: limits per address are each server's own. */
  const from = () => ({ 'x-forwarded-for': `2001:db8:${(household++).toString(16)}::1` });

  beforeAll(async () => {
    university = await startOpenIdProvider({
      people: { grace: { email: 'grace@navy.example', email_verified: true } },
      redirectUri: CALLBACK,
    });
    two = await twoServers({
      env: {
        RATE_LIMIT_FACTOR: '1',
        TRUST_PROXY: '127.0.0.1',
        ...institutionEnv(university.issuer, 'University'),
      },
      async prepare(a) {
        ({ token: ada } = await a.user(ADA));
        ({ token: bob } = await a.user(BOB));
        await a.user(EVE);
        const added = await administrator(a, 'curator', 'curator@lab.example');
        admin = { ...added, ...(await enrol(a, added)) };
        a.clock.now += 2 * MINUTE;
        const body = { email: EVE, purpose: 'reset', captcha: await a.captcha() };
        await a.call('POST', '/api/v1/sendValidCode', { body });
        resetCode = await a.codeFor(EVE);
      },
    });
  });
  afterAll(async () => {
    await two?.close();
    await university?.close();
  });

  // First: the provider goes by the real clock.
  test('a sign-in with the institution goes on at either, and its code is good once', async () => {
    const { a, b } = two;
    const { url, cookie } = await pressLink(a);
    const { code, error } = await openCallback(b, await signInAt(url, 'grace'), cookie);
    expect(error).toBeNull();
    const exchange = (t: TestApp) =>
      t.ask('POST', '/api/v1/institutions/exchange', { body: { code }, headers: { cookie } });
    const codes = (await Promise.all(both().map(exchange))).map((answer) => answer.code);
    expect(codes.sort()).toEqual([200, 400]);
  });

  test('failed sign-ins: 5 over both, then a captcha at either, which is good once', async () => {
    const attempt = (t: TestApp, password: string, captcha?: string) =>
      t.ask('POST', '/api/v1/login', {
        body: { email: ADA, password, ...(captcha ? { captcha } : {}) },
        headers: from(),
      });
    for (let n = 0; n < 5; n++) {
      const answer = await attempt(n % 2 ? two.a : two.b, 'wrong');
      expect(answer).toMatchObject({ code: 400 });
      expect(answer.errors).toBeUndefined();
    }
    const asked = { code: 400, errors: [{ path: 'captcha' }] };
    for (const t of both()) expect(await attempt(t, PASSWORD)).toMatchObject(asked);
    const captcha = await two.a.captcha();
    expect((await attempt(two.b, PASSWORD, captcha)).code).toBe(200);
    expect(await attempt(two.a, PASSWORD, captcha), 'used at the other').toMatchObject(asked);
  });

  test('a stolen session’s guesses at the password: 5 over both, then 429', async () => {
    const guess = (t: TestApp, password: string) =>
      t.inject('POST', '/api/v1/tokens', {
        token: ada,
        body: { name: 'script', expiresInDays: 30, password },
      });
    for (let n = 0; n < 5; n++) expect((await guess(n % 2 ? two.a : two.b, 'wrong')).statusCode).toBe(400);
    for (const t of both()) {
      const { statusCode, headers } = await guess(t, PASSWORD);
      expect([statusCode, headers['retry-after']]).toEqual([429, '900']);
    }
  });

  test('a code of the authenticator, and one for recovery, is good once', async () => {
    const login = async (t: TestApp, totp: string) => {
      const { username, password } = admin;
      const body = { username, password, totp };
      return (await t.ask('POST', '/api/v1/admin/login', { body, headers: from() })).code;
    };
    two.a.clock.now += MINUTE;
    for (const code of [codeAt(admin.secret, two.a.clock.now), admin.recoveryCodes[0] ?? '']) {
      const codes = await Promise.all(both().map((t) => login(t, code)));
      expect(codes.sort()).toEqual([200, 400]);
    }
  });

  test('a mailed code bears 5 tries over both', async () => {
    const reset = (t: TestApp, validCode: string) =>
      t.ask('POST', '/api/v1/resetPassword', {
        body: { email: EVE, validCode, password: `${PASSWORD} anew` },
        headers: from(),
      });
    const wrong = resetCode === '00000000' ? '00000001' : '00000000';
    for (let n = 0; n < 5; n++) expect((await reset(n % 2 ? two.a : two.b, wrong)).code).toBe(400);
    for (const t of both()) expect((await reset(t, resetCode)).code).toBe(400);
  });

  test('codes asked for at the same moment at both: one a minute', async () => {
    const email = 'bombed@example.org';
    const bodies = await Promise.all(
      Array.from({ length: 8 }, async (_, n) => {
        const captcha = await (n % 2 ? two.a : two.b).captcha();
        return { email, purpose: 'register', captcha };
      }),
    );
    const answers = await Promise.all(
      bodies.map((body, n) =>
        (n % 2 ? two.b : two.a).ask('POST', '/api/v1/sendValidCode', { body, headers: from() }),
      ),
    );
    expect(answers.map(({ code }) => code)).toEqual(Array(8).fill(200));
    expect(await rowCount(two.a, `valid_codes where email = '${email}'`)).toBe(1);
  });

  test('a personal token, and a reviewer link with its sessions, ends at both at once', async () => {
    const { a, b } = two;
    const { dataset } = await a.dataset({ name: 'Taken' });
    const personal = await a.call<{ id: string; token: string }>('POST', '/api/v1/tokens', {
      token: bob,
      body: { name: 'script', expiresInDays: 30, password: PASSWORD },
    });
    const review = await openReview(a);
    const statuses = async () => [
      (await b.inject('GET', `/api/v1/file/${dataset.id}/train.csv`, { token: personal.token })).statusCode,
      (await b.inject('GET', `/api/v1/dataset/${review.id}`, { token: review.token })).statusCode,
      (await b.inject('POST', '/api/v1/review', { body: { secret: review.secret } })).statusCode,
    ];
    await a.app.settle();
    expect(await statuses()).toEqual([200, 200, 200]);
    await a.call('DELETE', `/api/v1/tokens/${personal.id}`, { token: bob });
    await review.revoke();
    expect(await statuses()).toEqual([401, 404, 410]);
  });
});
