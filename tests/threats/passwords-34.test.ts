import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { PasswordOrder } from '../../server/auth/index.ts';
import { ADMIN_PASSWORD, administrator, invitedToken } from '../../server/testing/administrators.ts';
import { buildTestApp, PASSWORD, type TestApp } from '../../server/testing/build-test-app.ts';
import { onEitherDatabase } from '../../server/testing/databases.ts';
import { sql } from '../../server/testing/look-inside.ts';

/** What the threads for passwords are given; while `held` is there, they are busy until it is settled. */
const threads = vi.hoisted(() => ({
  orders: [] as PasswordOrder[],
  held: undefined as Promise<void> | undefined,
}));
vi.mock('../../server/auth/password-threads.ts', async (original) => {
  const real = await original<typeof import('../../server/auth/password-threads.ts')>();
  const inPasswordThread: typeof real.inPasswordThread = async (order) => {
    threads.orders.push(order);
    await threads.held;
    return real.inPasswordThread(order);
  };
  return { inPasswordThread };
});

/** Whether the estimate was loaded where requests are answered: the threads have modules of their own. */
const here = vi.hoisted(() => ({ loaded: false }));
vi.mock('@zxcvbn-ts/core', (original) => {
  here.loaded = true;
  return original();
});

/** Takes an estimate the longest; 128 characters. */
const HOSTILE = '4@8({[<369&#!1|0$5+7%2'.repeat(6).slice(0, 128);
const WEAK = 'passwordpassword';
const NEW = 'eleven quiet harbours under glass';
const easy = expect.stringContaining('easy to guess');
const wrongCode = { code: 400, errors: [{ path: 'validCode' }] };

onEitherDatabase('threats 34: the strength of a password', (database) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await buildTestApp({ database });
    await t.user('ada@example.org');
  });
  let release = () => {};
  /** From now on the threads answer nothing, until `release()`. */
  function hold(): void {
    threads.held = new Promise((resolve) => {
      release = resolve;
    });
  }
  afterEach(() => {
    release();
    threads.held = undefined;
    threads.orders.length = 0;
  });
  afterAll(() => t.close());

  const post = (call: string, body: object, token?: string) =>
    t.ask('POST', `/api/v1/${call}`, { body, ...(token === undefined ? {} : { token }) });
  async function codeTo(email: string, purpose: 'register' | 'reset'): Promise<string> {
    await post('sendValidCode', { email, purpose, captcha: await t.captcha() });
    return t.codeFor(email);
  }
  const reset = (email: string, validCode: string, password: string) =>
    post('resetPassword', { email, validCode, password });
  const register = (email: string, validCode: string, password: string) =>
    post('register', { ...t.application(email, validCode), password });
  /** Of each code for the address, oldest first. */
  const triesOf = async (email: string) =>
    (
      await sql<{ tries: number }>(
        t,
        `select tries from valid_codes where email = '${email}' and used_at is null order by created_at`,
      )
    ).map(({ tries }) => tries);
  const other = (code: string) => String((Number(code) + 1) % 10 ** 8).padStart(8, '0');

  test.each([
    ['register', register],
    ['reset', reset],
  ] as const)('%s: with a wrong code, nothing is asked of the threads', async (purpose, call) => {
    const email = purpose === 'reset' ? 'wrong-code@example.org' : 'wrong-code-new@example.org';
    if (purpose === 'reset') await t.user(email);
    const code = await codeTo(email, purpose);
    threads.orders.length = 0;
    for (const password of [NEW, WEAK, HOSTILE]) {
      expect(await call(email, other(code), password)).toMatchObject(wrongCode);
      expect(await call('nobody@example.org', code, password)).toMatchObject(wrongCode);
    }
    expect(threads.orders).toEqual([]);
    expect(await triesOf(email)).toEqual([3]);
  });

  test('threats 22: a wrong code is counted, and written down, for an address that nobody has, too', async () => {
    const known = 'counted@example.org';
    await t.user(known);
    for (const email of [known, 'counts-too@example.org']) {
      await codeTo(email, 'reset');
      t.clock.now += 60_000;
      await codeTo(email, 'reset');
      const tries: number[][] = [];
      for (let n = 0; n < 6; n++) {
        expect(await reset(email, '00000000', NEW)).toMatchObject(wrongCode);
        tries.push(await triesOf(email));
        // The older one is over from the fourth on.
        if (n === 2) t.clock.now += 9 * 60_000;
      }
      expect(tries, email).toEqual([
        [1, 1],
        [2, 2],
        [3, 3],
        [5, 4],
        [5, 5],
        [5, 5],
      ]);
    }
  });

  test('20 resets at once with a wrong code are answered while the threads do not stir, /healthz too', async () => {
    hold();
    const answers = Array.from({ length: 20 }, (_, n) =>
      reset(`nobody${n}@example.org`, '12345678', HOSTILE),
    );
    expect((await t.inject('GET', '/healthz')).statusCode).toBe(200);
    for (const answer of await Promise.all(answers)) expect(answer).toMatchObject(wrongCode);
  });

  test('20 resets at once with the right code wait for the threads, and /healthz for none of them', async () => {
    const email = 'held@example.org';
    await t.user(email);
    const code = await codeTo(email, 'reset');
    threads.orders.length = 0;
    hold();
    const answers = Array.from({ length: 20 }, () => reset(email, code, WEAK));
    await expect.poll(() => threads.orders.length, { timeout: 30_000 }).toBe(20);
    expect((await t.inject('GET', '/healthz')).statusCode).toBe(200);
    release();
    for (const answer of await Promise.all(answers))
      expect(answer).toMatchObject({ code: 400, errors: [{ path: 'password', message: easy }] });
    expect(await triesOf(email)).toEqual([0]);
  });

  test.each([
    ['register', register],
    ['reset', reset],
  ] as const)(
    'decisions §10: %s: a weak password costs no try, and the same code is good for a better one',
    async (purpose, call) => {
      const email = purpose === 'reset' ? 'again@example.org' : 'again-new@example.org';
      if (purpose === 'reset') await t.user(email);
      const code = await codeTo(email, purpose);
      // Four wrong ones, so that a single try more would be the last.
      for (let n = 0; n < 4; n++) expect(await call(email, other(code), NEW)).toMatchObject(wrongCode);
      for (const password of [WEAK, 'Lovelace, Ada 1', HOSTILE.slice(0, 3).repeat(6), WEAK, WEAK, WEAK])
        expect(await call(email, code, password)).toMatchObject({
          code: 400,
          errors: [{ path: 'password', message: easy }],
        });
      expect(await triesOf(email)).toEqual([4]);
      expect((await call(email, code, NEW)).code).toBe(200);
      expect((await post('login', { email, password: NEW })).code).toBe(200);
    },
  );

  test('wherever a password is chosen, the answering thread has no estimate to make', async () => {
    const admin = await administrator(t, 'curator');
    const { token } = await t.user('chooses@example.org');
    const invited = { email: 'invited@lab.example', role: 'auditor' };
    await t.call('POST', '/api/v1/admin/invitations', { token: await t.adminToken(), body: invited });
    const invitation = await invitedToken(t, invited.email);
    threads.orders.length = 0;
    for (const [call, body, session] of [
      ['changePassword', { oldPassword: PASSWORD, newPassword: WEAK }, token],
      ['admin/changePassword', { oldPassword: ADMIN_PASSWORD, newPassword: WEAK }, admin.token],
      ['admin/invitation/accept', { token: invitation, name: 'Mary', password: WEAK }, undefined],
    ] as const)
      expect(await post(call, body, session), call).toMatchObject({ code: 400, errors: [{ message: easy }] });
    expect(threads.orders.filter((order) => 'words' in order)).toHaveLength(3);
    expect(here.loaded).toBe(false);
  });
});
