import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN, buildTestApp, PASSWORD, type TestApp } from '../../testing/build-test-app.ts';
import { onEitherDatabase } from '../../testing/databases.ts';
import { rowCount, sql } from '../../testing/look-inside.ts';

const MINUTE = 60_000;

onEitherDatabase('§7 getCaptcha, sendValidCode and register, decisions §2', (database) => {
  let t: TestApp;
  let number = 0;
  beforeAll(async () => {
    // Names its first administrator, and so gets a hash as the portal makes it.
    t = await buildTestApp({ database, env: { ADMIN_PASSWORD: ADMIN.password } });
  });
  afterAll(() => t.close());

  const address = () => `person${++number}@example.org`;
  const post = (call: string, body: object) => t.ask('POST', `/api/v1/${call}`, { body });
  const ask = async (email: string, purpose = 'register') =>
    post('sendValidCode', { email, purpose, captcha: await t.captcha() });
  const register = (email: string, validCode: string, more: object = {}) =>
    post('register', { ...t.application(email, validCode), ...more });
  const mailsTo = async (email: string) => (await t.mails()).filter((mail) => mail.to === email);
  /** An address with a new code. */
  async function asked(): Promise<{ email: string; code: string }> {
    const email = address();
    await ask(email);
    return { email, code: await t.codeFor(email) };
  }
  const other = (code: string) => String((Number(code) + 1) % 100_000_000).padStart(8, '0');
  const wrongCode = { code: 400, errors: [{ path: 'validCode' }] };

  test('a code by mail: 8 digits, and who may ignore it', async () => {
    const { email, code } = await asked();
    expect(code).toMatch(/^\d{8}$/);
    const [mail, ...more] = await mailsTo(email);
    expect(more).toEqual([]);
    expect(mail?.subject).toContain(code);
    expect(mail?.text).toContain('10 minutes');
    expect(mail?.text).toContain('If this was not you');
  });

  test('register: pending, who can sign in at once and sees it', async () => {
    const { email, code } = await asked();
    expect(
      await register(email.toUpperCase(), ` ${code.slice(0, 4)} ${code.slice(4)} `, { country: 'UK' }),
    ).toEqual({
      code: 200,
      msg: 'ok',
      data: { status: 'pending' },
    });
    const token = await t.login(email);
    expect(await t.call('GET', '/api/v1/userInfo', { token })).toEqual({
      id: expect.any(String),
      email,
      firstName: 'Ada',
      familyName: 'Lovelace',
      affiliation: 'Analytical Society',
      avatar: null,
      introduction: 'To see whether the engine can weave.',
      roles: ['user'],
      permisaction: [],
      status: 'pending',
      statusReason: null,
      appliedAt: new Date(t.clock.now).toISOString(),
      reviewedAt: null,
      approvedUntil: null,
    });
  });

  test('threat 22: the same answer for known and unknown addresses; who is registered is told by mail only', async () => {
    const known = (await t.user(address())) && `person${number}@example.org`;
    const before = (await mailsTo(known)).length;
    const unknown = address();
    const answers = [
      await ask(known),
      await ask(unknown),
      await ask(known, 'reset'),
      await ask(unknown, 'reset'),
    ];
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set(['{"code":200,"msg":"ok"}']),
    );
    const mails = (await mailsTo(known)).slice(before);
    // Sent at the same moment, in any order.
    const toOwner = mails.filter((mail) => /You already have an account/.test(mail.subject));
    const toReset = mails.filter((mail) => !toOwner.includes(mail));
    expect([toOwner.length, toReset.length]).toEqual([1, 1]);
    expect(toOwner[0]?.text).not.toMatch(/\d{8}/);
    expect(toReset[0]?.text).toMatch(/Your code: \d{8}/);
    expect(await mailsTo(unknown), 'nothing to reset: no mail').toHaveLength(1);
  });

  test('a registered address: register answers as for a wrong code, whatever code', async () => {
    const { email, code } = await asked();
    expect((await register(email, code)).code).toBe(200);
    await ask(email);
    for (const tried of [code, other(code), await t.codeFor(email)])
      expect(await register(email, tried)).toMatchObject(wrongCode);
  });

  test('threat 10: 5 tries on the code’s row, then even the right one fails', async () => {
    const { email, code } = await asked();
    for (let i = 0; i < 5; i++) expect(await register(email, other(code))).toMatchObject(wrongCode);
    expect(await register(email, code)).toMatchObject(wrongCode);
    const fourth = await asked();
    for (let i = 0; i < 4; i++) await register(fourth.email, other(fourth.code));
    expect((await register(fourth.email, fourth.code)).code).toBe(200);
  });

  test('threat 10: 40 guesses at once are at most 5 tries', async () => {
    const { email, code } = await asked();
    await Promise.all(Array.from({ length: 40 }, () => register(email, other(code))));
    expect(await sql(t, `select tries from valid_codes where email = '${email}'`)).toEqual([{ tries: 5 }]);
  });

  test('threat 11: 20 registrations at once with one code → exactly one 200', async () => {
    const { email, code } = await asked();
    const answers = await Promise.all(Array.from({ length: 20 }, () => register(email, code)));
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, ...Array(19).fill(400)]);
    expect(await rowCount(t, `users where email = '${email}'`)).toBe(1);
  });

  test('a code lives 10 minutes, for its own address and purpose', async () => {
    const { email, code } = await asked();
    expect(await register(address(), code)).toMatchObject(wrongCode);
    t.clock.now += 10 * MINUTE - 1;
    const late = await asked();
    t.clock.now += 1;
    expect(await register(email, code)).toMatchObject(wrongCode);
    expect((await register(late.email, late.code)).code).toBe(200);
    await ask(late.email, 'reset');
    expect(await register(late.email, await t.codeFor(late.email))).toMatchObject(wrongCode);
  });

  test('codes are not stored as they are', async () => {
    const { email, code } = await asked();
    const [row] = await sql<{ code_hash: string }>(
      t,
      `select code_hash from valid_codes where email = '${email}'`,
    );
    expect(row?.code_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(row?.code_hash).not.toContain(code);
    await register(email, code);
    const [user] = await sql<{ password_hash: string }>(
      t,
      `select password_hash from users where email = '${email}'`,
    );
    expect(user?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const [admin] = await sql<{ password_hash: string }>(
      t,
      'select password_hash from administrators limit 1',
    );
    expect(admin?.password_hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
  });

  test('threat 23: a captcha is single use; empty, garbage, forged or old ones → 400 captcha', async () => {
    const used = await t.captcha();
    const send = (captcha: unknown, email = address()) =>
      post('sendValidCode', { email, purpose: 'register', captcha });
    expect((await send(used)).code).toBe(200);
    const fresh = JSON.parse(Buffer.from(await t.captcha(), 'base64').toString());
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
    const changed = (parameters: object, more: object = {}) =>
      encode({
        ...fresh,
        ...more,
        challenge: { ...fresh.challenge, parameters: { ...fresh.challenge.parameters, ...parameters } },
      });
    const bad = [
      used,
      '',
      'x',
      '{}',
      encode({}),
      encode(null),
      encode([]),
      encode({ ...fresh, challenge: { ...fresh.challenge, signature: 'a\u0000b' } }),
      encode({ ...fresh, challenge: { ...fresh.challenge, signature: '0'.repeat(64) } }),
      encode({ ...fresh, solution: { counter: 1e9, derivedKey: 'ff' } }),
      changed({ expiresAt: fresh.challenge.parameters.expiresAt + 0.25 }),
      changed({ expiresAt: 0 }),
      changed({ expiresAt: 4e9 }),
      changed({ cost: 0, nonce: '' }),
      changed({ algorithm: 'x' }),
      'x'.repeat(8_193),
    ];
    const before = await rowCount(t, 'valid_codes');
    for (const captcha of [...bad, undefined, null, 5, [used]])
      expect(await send(captcha), JSON.stringify(captcha)?.slice(0, 80)).toMatchObject({
        code: 400,
        errors: [{ path: 'captcha' }],
      });
    expect(await rowCount(t, 'valid_codes')).toBe(before);
    const parallel = await t.captcha();
    const codes = await Promise.all(
      Array.from({ length: 10 }, () => send(parallel).then((answer) => answer.code)),
    );
    expect(codes.sort()).toEqual([200, ...Array(9).fill(400)]);
  });

  test('a weak password is refused with the reason, and costs no try', async () => {
    const { email, code } = await asked();
    for (const password of [
      'short',
      'password1234',
      'aaaaaaaaaaaaaa',
      '123456789012',
      'lovelacelovelace',
      'vitrinevitrine',
      'qwertyuiop12',
    ]) {
      const answer = await register(email, code, { password });
      expect(answer, password).toMatchObject({ code: 400, errors: [{ path: 'password' }] });
      expect(answer.msg.length, password).toBeGreaterThan(20);
    }
    expect(await register(email, code, { password: `${PASSWORD} `.repeat(5) })).toMatchObject({
      code: 400,
      errors: [{ path: 'password' }],
    });
    expect((await register(email, code, { password: '数据 ñandú 🙂 kettle roof' })).code).toBe(200);
  });

  test('threat 14: unknown fields → 400, each named', async () => {
    const { email, code } = await asked();
    for (const field of ['status', 'roles', 'permisaction', 'id', 'reviewed_at', 'constructor'])
      expect(await register(email, code, { [field]: 'approved' }), field).toMatchObject({
        code: 400,
        errors: [{ path: field }],
      });
    expect(await register(email, code, { firstName: '' })).toMatchObject({
      code: 400,
      errors: [{ path: 'firstName' }],
    });
    expect(await register(email, code, { purpose: 'a\u0000b' })).toMatchObject({
      code: 400,
      errors: [{ path: 'purpose' }],
    });
    expect(await register(email, code, { firstName: 'A\nB' })).toMatchObject({
      code: 400,
      errors: [{ path: 'firstName' }],
    });
    expect((await register(email, code)).code, 'the code is still good').toBe(200);
  });

  test('threats 5 and 27: addresses are one plain string → 400, no mail', async () => {
    const before = (await t.mails()).length;
    const bad = [
      ['v@x.org', 'a@x.org'],
      { email: 'v@x.org' },
      'v@x.org\r\nBcc: a@x.org',
      'v@x.org\n',
      'v@x.org,a@x.org',
      'v@x.org a@x.org',
      '"a@x.org" <v@x.org>',
      '"quoted"@x.org',
      'v(comment)@x.org',
      'v@[127.0.0.1]',
      'v@localhost',
      'v@x..org',
      '@x.org',
      `${'x'.repeat(65)}@x.org`,
      null,
      5,
    ];
    for (const email of bad) {
      expect(
        await post('sendValidCode', { email, purpose: 'register', captcha: await t.captcha() }),
        JSON.stringify(email),
      ).toMatchObject({
        code: 400,
        errors: [{ path: 'email' }],
      });
    }
    expect(await t.mails()).toHaveLength(before);
  });
});
