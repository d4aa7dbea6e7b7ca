import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { administrator, codeAt, enrol } from '../../testing/administrators.ts';
import { ADMIN, buildTestApp, PASSWORD, type TestApp } from '../../testing/build-test-app.ts';
import { sql } from '../../testing/look-inside.ts';

const MINUTE = 60_000;
const EMAIL = 'ada@example.org';

describe('threats.md "Limits": failed logins', () => {
  let t: TestApp;
  /** Another /56 for each attempt, so that only the account's limit applies. */
  let household: number;
  beforeEach(async () => {
    t = await buildTestApp({ env: { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '127.0.0.1' } });
    household = 0;
  });
  afterEach(() => t.close());

  interface Try {
    password?: string;
    captcha?: string | undefined;
    totp?: string;
    from?: string;
  }
  const tryUser = (email: string, { password = 'wrong', captcha, from }: Try = {}) =>
    t.inject('POST', '/api/v1/login', {
      body: { email, password, ...(captcha ? { captcha } : {}) },
      headers: { 'x-forwarded-for': from ?? `2001:db8:${household++}::1` },
    });
  const tryAdmin = (username: string, { password = 'wrong', captcha, totp, from }: Try = {}) =>
    t.inject('POST', '/api/v1/admin/login', {
      body: { username, password, ...(captcha ? { captcha } : {}), ...(totp ? { totp } : {}) },
      headers: { 'x-forwarded-for': from ?? `2001:db8:${household++}::1` },
    });

  for (const [who, attempt, known, password] of [
    ['users', tryUser, EMAIL, PASSWORD],
    ['administrators', tryAdmin, ADMIN.username, ADMIN.password],
  ] as const) {
    test(`${who}: after 5 failures in 15 minutes a captcha is needed, right password or not, known or not`, async () => {
      if (who === 'users') await t.user(EMAIL);
      for (const account of [known, 'nobody@example.org']) {
        for (let n = 0; n < 5; n++) {
          const answer = (await attempt(account)).json();
          expect(answer.code).toBe(400);
          expect(answer.errors, `failure ${n} of ${account}`).toBeUndefined();
        }
        const sixth = await attempt(account);
        expect(sixth.json()).toMatchObject({ code: 400, errors: [{ path: 'captcha' }] });
        const right = await attempt(account, { password });
        expect(right.json(), 'the right password').toEqual(sixth.json());
        const wrong = await attempt(account, { captcha: await t.captcha() });
        expect(wrong.json().errors, 'a wrong password with a captcha').toBeUndefined();
        expect(wrong.statusCode).toBe(400);
      }
      const captcha = await t.captcha();
      expect((await attempt(known, { password, captcha })).statusCode).toBe(200);
      expect((await attempt(known, { password, captcha })).json(), 'the same captcha again').toMatchObject({
        code: 400,
        errors: [{ path: 'captcha' }],
      });
      t.clock.now += 15 * MINUTE;
      expect((await attempt(known, { password })).statusCode, 'after 15 minutes').toBe(200);
    });

    test(`${who}: 10 failures a minute per address, then 429 with Retry-After, for the right password too`, async () => {
      if (who === 'users') await t.user(EMAIL);
      const from = '198.51.100.7';
      for (let n = 0; n < 10; n++)
        expect((await attempt(`n${n}@example.org`, { from })).statusCode).toBe(400);
      const refused = await attempt(known, { password, from });
      expect(refused.statusCode).toBe(429);
      expect(Number(refused.headers['retry-after'])).toBe(60);
      expect((await attempt(known, { password, from: '198.51.100.8' })).statusCode, 'elsewhere').toBe(200);
      t.clock.now += MINUTE;
      expect((await attempt(known, { password, from })).statusCode, 'a minute later').toBe(200);
    });
  }

  test('an account of one identity is none of the other, an address is the same for both', async () => {
    for (let n = 0; n < 5; n++) await tryUser(ADMIN.username);
    expect((await tryUser(ADMIN.username)).json().errors).toMatchObject([{ path: 'captcha' }]);
    expect((await tryAdmin(ADMIN.username, { password: ADMIN.password })).statusCode).toBe(200);
    const from = '198.51.100.7';
    for (let n = 0; n < 5; n++) {
      await tryUser(`n${n}@example.org`, { from });
      await tryAdmin(`n${n}@example.org`, { from });
    }
    expect((await tryAdmin(ADMIN.username, { password: ADMIN.password, from })).statusCode).toBe(429);
  });

  test('however an account is typed, it is one account', async () => {
    for (const typed of [EMAIL, ` ${EMAIL}`, EMAIL.toUpperCase(), `${EMAIL} `, 'Ada@example.org'])
      await tryUser(typed);
    expect((await tryUser(EMAIL)).json().errors).toMatchObject([{ path: 'captcha' }]);
  });

  test('tries at the same moment give no more failures: 50 guesses, 5 looked at', async () => {
    await t.user(EMAIL);
    const answers = await Promise.all(Array.from({ length: 50 }, () => tryUser(EMAIL)));
    const bodies = answers.map((answer) => answer.json());
    expect(bodies.filter(({ errors }) => errors === undefined)).toHaveLength(5);
    expect(bodies.filter(({ errors }) => errors?.[0].path === 'captcha')).toHaveLength(45);
  });

  test('a second factor that the limit refuses after it was checked is not used up', async () => {
    const admin = await administrator(t, 'curator', 'refused@lab.example');
    const { secret, recoveryCodes } = await enrol(t, admin);
    t.clock.now += MINUTE;
    for (let n = 0; n < 4; n++) await tryAdmin(admin.username);
    // The fifth failure is counted elsewhere, just when a code was found to be right.
    const fifth = `update account_failures set failures = json_insert(failures, '$[#]', ${t.clock.now})`;
    const codes = [codeAt(secret, t.clock.now), recoveryCodes[0] ?? ''];
    await sql(t, `create trigger step after insert on totp_steps begin ${fifth}; end`);
    await sql(t, `create trigger code after update on recovery_codes begin ${fifth}; end`);
    const withCode = async (totp: string, captcha?: string) =>
      (await tryAdmin(admin.username, { password: admin.password, totp, captcha })).json();
    for (const code of codes) expect(await withCode(code)).toMatchObject({ errors: [{ path: 'captcha' }] });
    for (const name of ['step', 'code']) await sql(t, `drop trigger ${name}`);
    for (const code of codes) expect((await withCode(code, await t.captcha())).code).toBe(200);
  });

  test('a class that signs in at the same moment from one address is let in', async () => {
    await t.user(EMAIL);
    const from = '198.51.100.9';
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => tryUser(EMAIL, { password: PASSWORD, from })),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(30).fill(200));
  });
});
