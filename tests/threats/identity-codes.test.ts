import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildTestApp, PASSWORD, type TestApp } from '../../server/testing/build-test-app.ts';
import { onEitherDatabase } from '../../server/testing/databases.ts';
import { rowCount, sql } from '../../server/testing/look-inside.ts';

/** What the threads for passwords are asked for, counted. */
const threads = vi.hoisted(() => ({ orders: 0 }));
vi.mock('../../server/auth/password-threads.ts', async (original) => {
  const real = await original<typeof import('../../server/auth/password-threads.ts')>();
  const inPasswordThread: typeof real.inPasswordThread = async (order) => {
    threads.orders++;
    return real.inPasswordThread(order);
  };
  return { inPasswordThread };
});

const NEW = 'eleven quiet harbours under glass';
const KNOWN = 'ada@example.org';
const UNKNOWN = 'nobody@example.org';

const askForCode = async (t: TestApp, email: unknown, purpose = 'reset') =>
  t.inject('POST', '/api/v1/sendValidCode', {
    body: { email, purpose, captcha: await t.captcha() } as object,
  });
const reset = (t: TestApp, email: unknown, validCode: string, headers: Record<string, string> = {}) =>
  t.inject('POST', '/api/v1/resetPassword', { body: { email, validCode, password: NEW } as object, headers });

onEitherDatabase('codes by mail', (database) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await buildTestApp({ database, env: { TRUST_PROXY: '127.0.0.1' } });
    await t.user(KNOWN);
  });
  afterAll(() => t.close());
  // Past the limits on codes for one address.
  beforeEach(() => {
    t.clock.now += 15 * 60_000;
  });

  test('threats row 5: an address that is not one plain string is 400, and no mail is written', async () => {
    const before = await rowCount(t, 'outbox');
    const addresses: unknown[] = [
      [KNOWN, UNKNOWN],
      { 0: KNOWN },
      `${KNOWN},${UNKNOWN}`,
      `${KNOWN};${UNKNOWN}`,
      `${KNOWN} ${UNKNOWN}`,
      `${UNKNOWN}\n${KNOWN}`,
      null,
      7,
    ];
    for (const email of addresses) {
      const answers = [await askForCode(t, email), await reset(t, email, '12345678')];
      for (const answer of answers) {
        expect(answer.statusCode, JSON.stringify(email)).toBe(400);
        expect(answer.json().errors[0].path).toMatch(/^email/);
      }
    }
    // The same name twice in JSON: one of them counts, the mail goes to that one only.
    const twice = await t.server.inject({
      method: 'POST',
      url: '/api/v1/sendValidCode',
      headers: { 'content-type': 'application/json' },
      payload: `{"email":"${KNOWN}","email":"${UNKNOWN}","purpose":"reset","captcha":"${await t.captcha()}"}`,
    });
    expect(twice.statusCode).toBe(200);
    const written = await sql<{ recipient: string }>(t, 'select recipient from outbox order by created_at');
    expect(written.slice(before).map(({ recipient }) => recipient)).toEqual([UNKNOWN]);
  });

  test('threats row 27: CR, LF, comments, quoted local parts and more in an address are 400', async () => {
    const before = await rowCount(t, 'outbox');
    for (const email of [
      'a@example.org\r\nBcc: v@example.org',
      'a\r\n@example.org',
      'a@example.org\n',
      '\ta@example.org',
      'a(comment)@example.org',
      'a@(comment)example.org',
      '"a b"@example.org',
      '"v@evil.org> "@example.org',
      'a@example.org>',
      'A <a@example.org>',
      'a@[127.0.0.1]',
      'a@localhost',
      'a@b@example.org',
      'a@exam\u0000ple.org',
      'a\u202e@example.org',
      'ä@example.org',
      '@example.org',
      'a@',
      `${'a'.repeat(65)}@example.org`,
    ]) {
      for (const purpose of ['register', 'reset'])
        expect((await askForCode(t, email, purpose)).statusCode, JSON.stringify(email)).toBe(400);
      expect((await reset(t, email, '12345678')).statusCode, JSON.stringify(email)).toBe(400);
      const body = t.application(email, '12345678');
      expect((await t.inject('POST', '/api/v1/register', { body })).statusCode).toBe(400);
    }
    expect(await rowCount(t, 'outbox')).toBe(before);
  });

  test('threats row 10: of 1,000 guesses from as many addresses at most 5 are looked at', async () => {
    await askForCode(t, KNOWN);
    const code = await t.codeFor(KNOWN);
    const guesses = Array.from({ length: 1_000 }, (_, n) =>
      String((Number(code) + 1 + n) % 10 ** 8).padStart(8, '0'),
    );
    const from = (n: number) => ({ 'x-forwarded-for': `198.${18 + (n >> 8)}.${n % 256}.7` });
    while (guesses.length > 0) {
      const some = guesses.splice(0, 20);
      const answers = await Promise.all(
        some.map((guess, n) => reset(t, KNOWN, guess, from(guesses.length + n))),
      );
      for (const answer of answers) {
        expect(answer.statusCode).toBe(400);
        expect(answer.json().errors[0].path).toBe('validCode');
      }
    }
    const [row] = await sql<{ tries: number }>(
      t,
      `select tries from valid_codes where email = '${KNOWN}' and purpose = 'reset' order by created_at desc limit 1`,
    );
    expect(row?.tries).toBe(5);
    expect((await reset(t, KNOWN, code)).statusCode, 'even the right one').toBe(400);
    expect((await t.ask('POST', '/api/v1/login', { body: { email: KNOWN, password: PASSWORD } })).code).toBe(
      200,
    );
  }, 120_000);

  test('threats row 10: the fifth try still counts, spaces and all', async () => {
    await t.user('fifth@example.org');
    await askForCode(t, 'fifth@example.org');
    const code = await t.codeFor('fifth@example.org');
    const wrong = code.startsWith('0') ? '11111111' : '00000000';
    for (let n = 0; n < 4; n++) expect((await reset(t, 'fifth@example.org', wrong)).statusCode).toBe(400);
    expect((await reset(t, 'fifth@example.org', ` ${code.slice(0, 4)} ${code.slice(4)}`)).statusCode).toBe(
      200,
    );
  });

  test('threats row 11: 50 parallel resets with one code: exactly one 200', async () => {
    const email = 'parallel@example.org';
    await t.user(email);
    await askForCode(t, email);
    t.clock.now += 61_000;
    // A second good code gives no second reset.
    await askForCode(t, email);
    const code = await t.codeFor(email);
    const answers = await Promise.all(Array.from({ length: 50 }, () => reset(t, email, code)));
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    // Who finds no room in the queue of password hashes is told so; how many those are, the machine decides.
    expect(statuses.filter((status) => status === 400 || status === 503)).toHaveLength(49);
  });

  test('threats row 11: 50 parallel registrations with one code: exactly one 200', async () => {
    const email = 'registrations@example.org';
    await askForCode(t, email, 'register');
    const body = t.application(email, await t.codeFor(email));
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => t.inject('POST', '/api/v1/register', { body })),
    );
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 400 || status === 503)).toHaveLength(49);
    expect(await rowCount(t, `users where email = '${email}'`)).toBe(1);
  });

  /** Not those to administrators, who are told now and then of who waits. */
  const mailsToThem = () =>
    rowCount(t, 'outbox where recipient not in (select username from administrators)');

  /** What one call costs: hashes or estimates of passwords, and rows in the outbox. */
  async function costOf(call: () => Promise<{ statusCode: number; body: string }>) {
    const before = { orders: threads.orders, mails: await mailsToThem() };
    const { statusCode, body } = await call();
    return {
      statusCode,
      body,
      orders: threads.orders - before.orders,
      mails: (await mailsToThem()) - before.mails,
    };
  }

  test('threats row 22: known and unknown addresses get the same bodies for the same work', async () => {
    const post = (url: string, body: object) => () => t.inject('POST', url, { body });
    for (const [name, orders, mails, statusCode, call] of [
      ['login', 1, 0, 400, (email: string) => post('/api/v1/login', { email, password: 'not the password' })],
      ['a code to register', 0, 1, 200, (email: string) => () => askForCode(t, email, 'register')],
      ['a code to reset', 0, 1, 200, (email: string) => () => askForCode(t, email, 'reset')],
      ['reset', 0, 0, 400, (email: string) => () => reset(t, email, '12345678')],
      ['register', 0, 0, 400, (email: string) => post('/api/v1/register', t.application(email, '12345678'))],
    ] as const) {
      const known = await costOf(call(KNOWN));
      const unknown = await costOf(call(UNKNOWN));
      expect(unknown, name).toEqual(known);
      expect(known, name).toMatchObject({ orders, mails, statusCode });
      t.clock.now += 61_000;
    }
  });

  test('threats row 22: with a weak password, too, nothing tells whose name it was measured by', async () => {
    const weak = (email: string) =>
      t.inject('POST', '/api/v1/resetPassword', {
        body: { email, validCode: '12345678', password: 'Ada-Lovelace1' },
      });
    expect((await weak(KNOWN)).body).toBe((await weak(UNKNOWN)).body);
  });
});

describe('threats row 23: a captcha works once', () => {
  let t: TestApp;
  beforeEach(async () => {
    t = await buildTestApp();
  });
  afterEach(() => t.close());

  const send = (captcha: unknown, email = KNOWN) =>
    t.ask('POST', '/api/v1/sendValidCode', { body: { email, purpose: 'register', captcha } as object });

  test('reused, empty, missing, of another kind: 400 for captcha', async () => {
    const captcha = await t.captcha();
    expect((await send(captcha)).code).toBe(200);
    for (const bad of [captcha, '', undefined, null, [captcha], 'e30=', 'not base64!'])
      expect(await send(bad, UNKNOWN), String(bad)).toMatchObject({
        code: 400,
        errors: [{ path: 'captcha' }],
      });
  });

  test('a check that fails uses the challenge up, too', async () => {
    const { challenge, solution } = JSON.parse(Buffer.from(await t.captcha(), 'base64').toString('utf8'));
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64');
    const wrong = encode({ challenge, solution: { ...solution, derivedKey: '00'.repeat(32) } });
    expect((await send(wrong)).code).toBe(400);
    expect((await send(encode({ challenge, solution }))).code, 'the right solution afterwards').toBe(400);
  });

  test('of 50 parallel uses one passes', async () => {
    const captcha = await t.captcha();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => send(captcha, `n${n}@example.org`)),
    );
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(await rowCount(t, 'outbox')).toBe(1);
  });
});
