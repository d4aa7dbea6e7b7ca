import { afterAll, beforeAll, expect, test } from 'vitest';
import { GUARD } from '../../../tests/support/guards.ts';
import { ADMIN_PASSWORD, administrator, adminLogin, codeAt, enrol } from '../../testing/administrators.ts';
import { buildTestApp, PASSWORD, type TestApp } from '../../testing/build-test-app.ts';
import { onEitherDatabase } from '../../testing/databases.ts';
import { rowCount, sql } from '../../testing/look-inside.ts';

const STEP = 30_000;

onEitherDatabase('decisions §2: TOTP', (database) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await buildTestApp({ database });
  });
  afterAll(() => t.close());

  const login = (username: string, more: object = {}) =>
    t.ask('POST', '/api/v1/admin/login', { body: { username, password: ADMIN_PASSWORD, ...more } });

  test('counts only once a code was confirmed', async () => {
    const admin = await administrator(t, 'reviewer', 'pending@lab.example');
    const { token, username } = admin;
    expect(await t.call('GET', '/api/v1/admin/totp', { token })).toEqual({
      enabled: false,
      recoveryCodesLeft: 0,
    });
    const wrong = await t.ask('POST', '/api/v1/admin/totp', { token, body: { password: PASSWORD } });
    expect(wrong).toMatchObject({ code: 400, errors: [{ path: 'password' }] });
    const begun = await t.call<{ secret: string; uri: string; qr: string }>('POST', '/api/v1/admin/totp', {
      token,
      body: { password: ADMIN_PASSWORD },
    });
    expect(begun.uri).toContain(begun.secret);
    expect(begun.qr).toMatch(/^<svg /);

    expect((await login(username)).code, 'shown, not confirmed').toBe(200);
    const guess = await t.ask('POST', '/api/v1/admin/totp/confirm', { token, body: { code: '000000x' } });
    expect(guess).toMatchObject({ code: 400, errors: [{ path: 'code' }] });
    expect((await login(username)).code).toBe(200);

    const code = codeAt(begun.secret, t.clock.now);
    const confirmed = await t.call<{ recoveryCodes: string[] }>('POST', '/api/v1/admin/totp/confirm', {
      token,
      body: { code },
    });
    expect(confirmed.recoveryCodes).toHaveLength(10);
    expect(new Set(confirmed.recoveryCodes).size).toBe(10);
    expect(await t.call('GET', '/api/v1/admin/totp', { token })).toEqual({
      enabled: true,
      recoveryCodesLeft: 10,
    });
    expect((await login(username)).code, 'now it counts').toBe(400);
    const used = await login(username, { totp: code });
    expect(used, 'the code that confirmed is used up').toMatchObject({
      code: 400,
      errors: [{ path: 'totp' }],
    });
  });

  test('a missing or wrong code is 400 with the field totp, and only after the right password', async () => {
    const admin = await administrator(t, 'curator', 'asked@lab.example');
    const { secret } = await enrol(t, admin);
    t.clock.now += STEP;
    const { username } = admin;
    for (const more of [{}, { totp: '' }, { totp: '000000' }, { totp: 'abcd-efgh-jkmn' }]) {
      const answer = await login(username, more);
      expect(answer, JSON.stringify(more)).toMatchObject({ code: 400, errors: [{ path: 'totp' }] });
    }
    const right = codeAt(secret, t.clock.now);
    const wrongPassword = await login(username, { password: PASSWORD, totp: right });
    const unknown = await login('nobody@lab.example', { totp: right });
    expect(wrongPassword).toEqual(unknown);
    expect(wrongPassword.errors).toBeUndefined();
    expect((await login(username, { totp: ` ${right.slice(0, 3)} ${right.slice(3)} ` })).code).toBe(200);
  });

  test('no code works twice; one that nobody used is good as long as it is shown', async () => {
    const admin = await administrator(t, 'curator', 'twice@lab.example');
    const { secret } = await enrol(t, admin);
    t.clock.now += 2 * STEP;
    const [before, code] = [codeAt(secret, t.clock.now - STEP), codeAt(secret, t.clock.now)];
    const tries = await Promise.all(Array.from({ length: 10 }, () => login(admin.username, { totp: code })));
    expect(tries.filter((answer) => answer.code === 200)).toHaveLength(1);
    expect((await login(admin.username, { totp: before })).code, 'the step before').toBe(200);
    expect((await login(admin.username, { totp: before })).code, 'and used, too').toBe(400);
    t.clock.now += STEP;
    expect((await login(admin.username, { totp: code })).code, 'still in the window, but used').toBe(400);
    expect((await login(admin.username, { totp: codeAt(secret, t.clock.now) })).code).toBe(200);
  });

  for (const [by, steps, options] of [
    ['11 minutes', 22, {}],
    ['a day', 2_880, GUARD],
  ] as const)
    test(
      `faults "clock jumps": ${by} back, a code that was used is refused, any other taken at once`,
      options,
      async () => {
        const admin = await administrator(t, 'curator', `back${steps}@lab.example`);
        const { secret } = await enrol(t, admin);
        const { username } = admin;
        const at = async (now: number) => {
          t.clock.now = now;
          const totp = codeAt(secret, now);
          return (await Promise.all([1, 2, 3].map(() => login(username, { totp }))))
            .map(({ code }) => code)
            .sort();
        };
        const once = [200, 400, 400];
        const never = [400, 400, 400];
        const before = t.clock.now + 2 * STEP;
        const after = before + steps * STEP;
        try {
          expect(await at(before)).toEqual(once);
          expect(await at(after)).toEqual(once);
          // Set back: what was used then is used, what nobody used is good.
          expect(await at(before), by).toEqual(never);
          expect(await at(before + 2 * STEP)).toEqual(once);
          expect(await at(before - steps * STEP), 'before the second factor was on').toEqual(once);
          expect(await at(after), 'and forward again').toEqual(never);
          expect(await at(before + 2 * STEP)).toEqual(never);
          expect(await at(after + 2 * STEP)).toEqual(once);
        } finally {
          t.clock.now = after + 4 * STEP;
        }
      },
    );

  test('a thousand used codes are remembered one by one; of those before them, none is taken', async () => {
    const admin = await administrator(t, 'curator', 'thousand@lab.example');
    const { secret } = await enrol(t, admin);
    const { username } = admin;
    const now = t.clock.now;
    const step = Math.floor(now / STEP);
    await sql(t, `delete from totp_steps where admin_id = '${admin.id}'`);
    const used = Array.from({ length: 1_000 }, (_, n) => `('${admin.id}', ${step - 10 * (n + 1)})`);
    await sql(t, `insert into totp_steps (admin_id, step) values ${used.join(',')}`);
    const at = async (steps: number) => {
      t.clock.now = now + steps * STEP;
      return (await login(username, { totp: codeAt(secret, t.clock.now) })).code;
    };
    try {
      expect(await at(-10_005), 'before the oldest, while there is room to remember it').toBe(200);
      expect(await at(-10_005)).toBe(400);
      expect(await at(-9_995), 'the oldest go').toBe(200);
      expect(await rowCount(t, `totp_steps where admin_id = '${admin.id}'`)).toBe(1_000);
      expect([await at(-10_005), await at(-10_000), await at(-10_003)]).toEqual([400, 400, 400]);
      expect([await at(-9_985), await at(-9_985), await at(-9_980)]).toEqual([200, 400, 400]);
    } finally {
      t.clock.now = now + 2 * STEP;
    }
  });

  test('a clock one step off is forgiven, two steps are not', async () => {
    const admin = await administrator(t, 'curator', 'clock@lab.example');
    const { secret } = await enrol(t, admin);
    t.clock.now += 10 * STEP;
    expect((await login(admin.username, { totp: codeAt(secret, t.clock.now - 2 * STEP) })).code).toBe(400);
    expect((await login(admin.username, { totp: codeAt(secret, t.clock.now + 2 * STEP) })).code).toBe(400);
    expect((await login(admin.username, { totp: codeAt(secret, t.clock.now - STEP) })).code).toBe(200);
    expect((await login(admin.username, { totp: codeAt(secret, t.clock.now + STEP) })).code).toBe(200);
  });

  test('each recovery code works once, in the same field, and is nowhere readable', async () => {
    const admin = await administrator(t, 'curator', 'recovery@lab.example');
    const { recoveryCodes } = await enrol(t, admin);
    const [first = '', second = ''] = recoveryCodes;
    const tries = await Promise.all(Array.from({ length: 5 }, () => login(admin.username, { totp: first })));
    expect(tries.filter((answer) => answer.code === 200)).toHaveLength(1);
    expect((await login(admin.username, { totp: second.replaceAll('-', '').toUpperCase() })).code).toBe(200);
    expect(await t.call('GET', '/api/v1/admin/totp', { token: admin.token })).toEqual({
      enabled: true,
      recoveryCodesLeft: 8,
    });
    const other = await administrator(t, 'curator', 'other@lab.example');
    await enrol(t, other);
    const foreign = await login(other.username, { totp: recoveryCodes[2] });
    expect(foreign.code, "somebody else's code").toBe(400);

    const stored = JSON.stringify(await sql(t, 'select * from recovery_codes'));
    for (const code of recoveryCodes) {
      expect(stored).not.toContain(code);
      expect(stored).not.toContain(code.replaceAll('-', ''));
    }
  });

  test('turning it off needs password and code, and takes the recovery codes along', async () => {
    const admin = await administrator(t, 'curator', 'off@lab.example');
    const { token, username } = admin;
    const { recoveryCodes } = await enrol(t, admin);
    const off = (password: string, code: string) =>
      t.ask('POST', '/api/v1/admin/totp/disable', { token, body: { password, code } });
    expect(await off(PASSWORD, recoveryCodes[0] ?? '')).toMatchObject({ errors: [{ path: 'password' }] });
    expect(await off(ADMIN_PASSWORD, '000000x')).toMatchObject({ errors: [{ path: 'code' }] });
    const again = await t.ask('POST', '/api/v1/admin/totp', { token, body: { password: ADMIN_PASSWORD } });
    expect(again.code, 'another secret needs the old code first').toBe(409);
    expect((await off(ADMIN_PASSWORD, recoveryCodes[0] ?? '')).code).toBe(200);
    expect((await login(username)).code).toBe(200);
    expect(await rowCount(t, `recovery_codes where admin_id = '${admin.id}'`)).toBe(0);
    expect((await off(ADMIN_PASSWORD, recoveryCodes[1] ?? '')).code, 'it is off').toBe(409);
  });

  test('wrong codes count as failed logins', async () => {
    const limited = await buildTestApp({ database, env: { RATE_LIMIT_FACTOR: '1' } });
    try {
      const admin = await administrator(limited, 'curator', 'guessed@lab.example');
      const { secret } = await enrol(limited, admin);
      limited.clock.now += STEP;
      const guess = (more: object = {}) =>
        limited.ask('POST', '/api/v1/admin/login', {
          body: { username: admin.username, password: ADMIN_PASSWORD, ...more },
        });
      // Being asked for the code is no failure.
      for (let i = 0; i < 8; i++) expect((await guess()).errors?.[0]?.path).toBe('totp');
      for (let i = 0; i < 5; i++) expect((await guess({ totp: '000000' })).errors?.[0]?.path).toBe('totp');
      const sixth = await guess({ totp: codeAt(secret, limited.clock.now) });
      expect(sixth).toMatchObject({ code: 400, errors: [{ path: 'captcha' }] });
      const solved = await guess({
        totp: codeAt(secret, limited.clock.now),
        captcha: await limited.captcha(),
      });
      expect(solved.code).toBe(200);
    } finally {
      await limited.close();
    }
  });

  test('who holds a stolen session cannot guess the password with it', async () => {
    const limited = await buildTestApp({ database, env: { RATE_LIMIT_FACTOR: '1' } });
    try {
      const token = await limited.adminToken();
      const begin = (password: string) =>
        limited.ask('POST', '/api/v1/admin/totp', { token, body: { password } });
      const codes: number[] = [];
      for (let i = 0; i < 7; i++) codes.push((await begin(`guess ${i}`)).code);
      expect(codes).toEqual([400, 400, 400, 400, 400, 429, 429]);
      limited.clock.now += 14 * 60_000;
      expect((await begin('guess')).code).toBe(429);
    } finally {
      await limited.close();
    }
  });
});

onEitherDatabase('§7 changePassword for administrators', (database) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await buildTestApp({ database });
  });
  afterAll(() => t.close());

  const NEXT = 'eleven paper boats in a thunderstorm';
  const change = (token: string, oldPassword: string, newPassword: string) =>
    t.ask('POST', '/api/v1/admin/changePassword', { token, body: { oldPassword, newPassword } });
  const alive = async (token: string) => (await t.ask('GET', '/api/v1/admin/userInfo', { token })).code;

  test('ends all other sessions of that administrator, and nobody else', async () => {
    const admin = await administrator(t, 'reviewer');
    const others = [await adminLogin(t, admin.username), await adminLogin(t, admin.username)];
    const owner = await t.adminToken();
    expect((await change(admin.token, ADMIN_PASSWORD, NEXT)).code).toBe(200);
    expect(await alive(admin.token), 'the one that changed it').toBe(200);
    for (const other of others) expect(await alive(other)).toBe(401);
    expect(await alive(owner)).toBe(200);
    const { username } = admin;
    const old = await t.ask('POST', '/api/v1/admin/login', { body: { username, password: ADMIN_PASSWORD } });
    expect(old.code).toBe(400);
    const next = await t.ask('POST', '/api/v1/admin/login', { body: { username, password: NEXT } });
    expect(next.code).toBe(200);
  });

  test.each([
    ['a wrong old one', PASSWORD, NEXT, 'oldPassword'],
    ['one of 14 characters', ADMIN_PASSWORD, 'kW7#xq!pZ2@vLm', 'newPassword'],
    ['a guessable one', ADMIN_PASSWORD, 'passwordpassword', 'newPassword'],
    ['one made of the own name', ADMIN_PASSWORD, 'curator lab.example', 'newPassword'],
  ])('refuses %s with its field, and every session goes on', async (_, old, next, path) => {
    const username = `refused.${path.toLowerCase()}${next.length}@lab.example`;
    const admin = await administrator(t, 'curator', username);
    const other = await adminLogin(t, username);
    expect(await change(admin.token, old, next)).toMatchObject({ code: 400, errors: [{ path }] });
    expect(await alive(other)).toBe(200);
  });

  test('of two changes at once one wins', async () => {
    const admin = await administrator(t, 'auditor');
    const other = await adminLogin(t, admin.username);
    const answers = await Promise.all([
      change(admin.token, ADMIN_PASSWORD, NEXT),
      change(other, ADMIN_PASSWORD, `${NEXT} too`),
    ]);
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect([await alive(admin.token), await alive(other)].filter((code) => code === 200)).toHaveLength(1);
  });
});
