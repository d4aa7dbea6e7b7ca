import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, PASSWORD, type TestApp } from '../../testing/build-test-app.ts';
import { onEitherDatabase } from '../../testing/databases.ts';

const NEW = 'eleven quiet harbours under glass';
const MINUTE = 60_000;

const signIn = (t: TestApp, email: string, password: string) =>
  t.ask('POST', '/api/v1/login', { body: { email, password } });

onEitherDatabase('§7 changePassword', (database) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await buildTestApp({ database });
  });
  afterAll(() => t.close());

  const change = (token: string, oldPassword: string, newPassword: string) =>
    t.ask('POST', '/api/v1/changePassword', { token, body: { oldPassword, newPassword } });

  test('decisions §2: sets the new password, and ends every session and ticket', async () => {
    const { dataset } = await t.dataset({ name: 'Changed' });
    const { token } = await t.user('change@example.org');
    const other = await t.login('change@example.org');
    const { downloadUrl = '' } = (await t.open(dataset.id, token)).dataset;
    expect((await t.inject('GET', downloadUrl)).statusCode).toBe(200);
    expect((await change(token, PASSWORD, NEW)).code).toBe(200);
    for (const old of [token, other]) {
      expect((await t.ask('GET', '/api/v1/userInfo', { token: old })).code).toBe(401);
    }
    expect((await t.ask('GET', downloadUrl)).code, 'the ticket').toBe(401);
    expect((await signIn(t, 'change@example.org', PASSWORD)).code).toBe(400);
    expect((await signIn(t, 'change@example.org', NEW)).code).toBe(200);
  });

  test('a wrong old password is 400 for oldPassword, and nothing changes', async () => {
    const { token } = await t.user('wrong-old@example.org');
    expect(await change(token, `${PASSWORD}!`, NEW)).toMatchObject({
      code: 400,
      errors: [{ path: 'oldPassword' }],
    });
    expect((await t.ask('GET', '/api/v1/userInfo', { token })).code, 'the session').toBe(200);
    expect((await signIn(t, 'wrong-old@example.org', PASSWORD)).code).toBe(200);
  });

  test.each([
    ['short', 'too short 1', 'at least 12'],
    ['common', 'passwordpassword', 'easy to guess'],
    ['of the own name', 'Ada-Lovelace1', 'mostly your name'],
    ['the same', PASSWORD, 'differs'],
  ])('refuses a password that is %s, with the reason', async (_, password, reason) => {
    const email = `weak-${password.length}@example.org`;
    const { token } = await t.user(email);
    const answer = await change(token, PASSWORD, password);
    expect(answer).toMatchObject({ code: 400, errors: [{ path: 'newPassword' }] });
    expect(answer.errors?.[0]?.message).toContain(reason);
    expect((await signIn(t, email, PASSWORD)).code).toBe(200);
  });

  test('of 20 at once with the old password one wins', async () => {
    const { token } = await t.user('many-changes@example.org');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => change(token, PASSWORD, `${NEW} ${i}`)),
    );
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
  });
});

onEitherDatabase('§7 resetPassword', (database) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await buildTestApp({ database });
  });
  afterAll(() => t.close());

  async function codeTo(email: string, purpose: 'reset' | 'register' = 'reset'): Promise<string> {
    const body = { email, purpose, captcha: await t.captcha() };
    await t.call('POST', '/api/v1/sendValidCode', { body });
    return t.codeFor(email);
  }
  const reset = (email: string, validCode: string, password = NEW) =>
    t.ask('POST', '/api/v1/resetPassword', { body: { email, validCode, password } });

  test('decisions §2: sets the password, ends sessions and tickets, revokes the personal tokens', async () => {
    const { dataset } = await t.dataset({ name: 'Reset' });
    const { token } = await t.user('reset@example.org');
    const { downloadUrl = '' } = (await t.open(dataset.id, token)).dataset;
    const personal = await t.call<{ token: string }>('POST', '/api/v1/tokens', {
      token,
      body: { name: 'cluster', expiresInDays: 30, password: PASSWORD },
    });
    const [plain = ''] = downloadUrl.split('?');
    const byToken = () => t.inject('GET', plain, { token: personal.token });
    expect((await byToken()).statusCode).toBe(200);

    expect((await reset('reset@example.org', await codeTo('reset@example.org'))).code).toBe(200);
    expect((await t.ask('GET', '/api/v1/userInfo', { token })).code).toBe(401);
    expect((await t.ask('GET', downloadUrl)).code, 'the ticket').toBe(401);
    expect((await byToken()).statusCode, 'the personal token').toBe(401);
    expect((await signIn(t, 'reset@example.org', PASSWORD)).code).toBe(400);
    expect((await signIn(t, 'reset@example.org', NEW)).code).toBe(200);
  });

  test('a code works once, and the other codes on their way with it', async () => {
    await t.user('once@example.org');
    const first = await codeTo('once@example.org');
    t.clock.now += MINUTE;
    const second = await codeTo('once@example.org');
    expect((await reset('once@example.org', second)).code).toBe(200);
    for (const code of [first, second]) {
      expect(await reset('once@example.org', code, `${NEW} again`)).toMatchObject({
        code: 400,
        errors: [{ path: 'validCode' }],
      });
    }
    expect((await signIn(t, 'once@example.org', NEW)).code).toBe(200);
  });

  test('a code is good for 10 minutes, for its address and its purpose', async () => {
    await t.user('late@example.org');
    await t.user('other@example.org');
    const late = await codeTo('late@example.org');
    expect((await reset('other@example.org', late)).code, "another's address").toBe(400);
    const registering = await codeTo('nobody@example.org', 'register');
    expect((await reset('nobody@example.org', registering)).code, 'a code to register').toBe(400);
    t.clock.now += 10 * MINUTE;
    expect((await reset('late@example.org', late)).code, 'after 10 minutes').toBe(400);
  });

  test('a weak password is refused with the reason, and the code stays good', async () => {
    await t.user('weak@example.org');
    const code = await codeTo('weak@example.org');
    const named = await reset('weak@example.org', code, 'Lovelace, Ada 1');
    expect(named).toMatchObject({ code: 400, errors: [{ path: 'password' }] });
    expect(named.errors?.[0]?.message).toContain('easy to guess');
    expect((await reset('weak@example.org', code)).code).toBe(200);
  });
});

describe('threats.md "Limits"', () => {
  test('a session cannot find out the password: after 5 wrong ones no more are looked at', async () => {
    const t = await buildTestApp({ env: { RATE_LIMIT_FACTOR: '1' } });
    try {
      const { token } = await t.user('guess@example.org');
      const guess = (password: string) =>
        t.inject('POST', '/api/v1/changePassword', {
          token,
          body: { oldPassword: password, newPassword: NEW },
        });
      const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => guess(`a guess ${i}`)));
      expect(answers.filter(({ statusCode }) => statusCode === 400)).toHaveLength(5);
      expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(7);
      const right = await guess(PASSWORD);
      expect(right.statusCode).toBe(429);
      expect(Number(right.headers['retry-after'])).toBeGreaterThan(60);
      t.clock.now += 15 * MINUTE;
      // The session is within its hour: the correct password works again.
      expect((await guess(PASSWORD)).statusCode).toBe(200);
    } finally {
      await t.close();
    }
  });
});
