import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SignedIn } from '../../../contract/session.ts';
import { DAY } from '../../shared/time.ts';
import { ADMIN, buildTestApp, PASSWORD, type TestApp } from '../../testing/build-test-app.ts';
import { onEitherDatabase } from '../../testing/databases.ts';
import { sql } from '../../testing/look-inside.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

onEitherDatabase('§7 login and logout, decisions §2', (database) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await buildTestApp({ database });
    await t.user('user@example.org');
  });
  afterAll(() => t.close());

  const email = 'user@example.org';
  const post = (call: string, body: object) => t.ask('POST', `/api/v1/${call}`, { body });
  const info = async (token: string, admin = '') =>
    (await t.ask('GET', `/api/v1${admin}/userInfo`, { token })).code;

  test('login: a token of 256 bits, the name and the end; the address in any case', async () => {
    for (const spelt of [email, ' USER@Example.org ']) {
      expect(await t.call('POST', '/api/v1/login', { body: { email: spelt, password: PASSWORD } })).toEqual({
        token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
        name: 'Ada Lovelace',
        expiresAt: new Date(t.clock.now + HOUR).toISOString(),
      });
    }
    expect(await t.call('POST', '/api/v1/admin/login', { body: ADMIN })).toEqual({
      token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      name: 'Administrator',
      expiresAt: new Date(t.clock.now + 15 * MINUTE).toISOString(),
    });
  });

  test('wrong credentials → 400, never 401, in the same words for known and unknown', async () => {
    const wrong = 'a password that is not right';
    const tried = [
      await post('login', { email, password: wrong }),
      await post('login', { email: 'nobody@example.org', password: wrong }),
      await post('login', { email: ADMIN.username, password: ADMIN.password }),
    ];
    const admin = [
      await post('admin/login', { username: ADMIN.username, password: wrong }),
      await post('admin/login', { username: 'nobody', password: wrong }),
      await post('admin/login', { username: email, password: PASSWORD }),
    ];
    for (const answer of [...tried, ...admin]) expect(answer.code).toBe(400);
    expect(new Set([...tried, ...admin].map((answer) => answer.msg)).size).toBe(1);
  });

  test('malformed credentials → 400 with the field', async () => {
    expect(await post('login', { email })).toMatchObject({ code: 400, errors: [{ path: 'password' }] });
    expect(await post('login', { email, password: '' })).toMatchObject({
      code: 400,
      errors: [{ path: 'password' }],
    });
    expect(await post('login', { email: [email], password: PASSWORD })).toMatchObject({
      code: 400,
      errors: [{ path: 'email' }],
    });
    expect(await post('login', { email, password: PASSWORD, role: 'owner' })).toMatchObject({
      code: 400,
      errors: [{ path: 'role' }],
    });
    expect(await post('login', { email, password: { $ne: '' } })).toMatchObject({ code: 400 });
    expect(await post('login', { email: 'a\u0000b', password: PASSWORD })).toMatchObject({
      code: 400,
      errors: [{ path: 'email' }],
    });
  });

  test('every status may sign in and sees where it stands', async () => {
    for (const status of ['pending', 'approved', 'rejected', 'needs_info', 'suspended'] as const) {
      const { token } = await t.user(`${status}@example.org`, status);
      const user = await t.call('GET', '/api/v1/userInfo', { token });
      expect(user).toMatchObject({ status, email: `${status}@example.org` });
    }
  });

  test('an administrator’s info has the same shape, with role and tags', async () => {
    expect(await t.call('GET', '/api/v1/admin/userInfo', { token: await t.adminToken() })).toMatchObject({
      email: ADMIN.username,
      firstName: 'Administrator',
      roles: ['owner'],
      permisaction: ['*:*:*'],
    });
  });

  test('threat 12: logout ends that token at once, and no other', async () => {
    const [first, second] = [await t.login(email), await t.login(email)];
    expect((await t.ask('POST', '/api/v1/logout', { token: first })).code).toBe(200);
    expect([await info(first), await info(second)]).toEqual([401, 200]);
    expect((await t.ask('POST', '/api/v1/logout', { token: first })).code).toBe(401);
    const [one, two] = [await t.adminToken(), await t.adminToken()];
    await t.call('POST', '/api/v1/admin/logout', { token: one });
    expect([await info(one, '/admin'), await info(two, '/admin')]).toEqual([401, 200]);
  });

  test('a JSON type without a body is fine', async () => {
    const token = await t.login(email);
    const answer = await t.inject('POST', '/api/v1/logout', {
      token,
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.json<{ code: number }>().code).toBe(200);
  });

  test('expired: a user’s token 401 after 60 min, an administrator’s 6401 (as HTTP 401) after 15 idle', async () => {
    const [user, admin] = [await t.login(email), await t.adminToken()];
    t.clock.now += 15 * MINUTE - 1;
    const stillGood = await t.inject('GET', '/api/v1/userInfo', { token: user });
    expect(stillGood.statusCode).toBe(200);
    t.clock.now += 1;
    const late = await t.inject('GET', '/api/v1/admin/userInfo', { token: admin });
    expect([late.statusCode, late.json<{ code: number }>().code]).toEqual([401, 6401]);
    t.clock.now += 45 * MINUTE - 1;
    expect(await info(user)).toBe(200);
    t.clock.now += 1;
    expect(await info(user)).toBe(401);
    expect((await t.ask('GET', '/api/v1/datasets', { token: user })).code, 'public reads ignore it').toBe(
      200,
    );
  });

  test('an administrator’s idle end moves with activity, 12 hours at most', async () => {
    const token = await t.adminToken();
    const start = t.clock.now;
    while (t.clock.now + 14 * MINUTE < start + 12 * HOUR) {
      t.clock.now += 14 * MINUTE;
      expect(await info(token, '/admin')).toBe(200);
    }
    t.clock.now = start + 12 * HOUR - 1;
    expect(await info(token, '/admin')).toBe(200);
    t.clock.now += 1;
    expect(await info(token, '/admin')).toBe(6401);
  });

  test('threat 3: the wrong identity → 403', async () => {
    const [user, admin] = [await t.login(email), await t.adminToken()];
    expect(await info(user, '/admin')).toBe(403);
    expect(await info(admin)).toBe(403);
  });

  test('threat 26: a cookie, Basic or a token in the query is no proof → 401', async () => {
    const [user, admin] = [await t.login(email), await t.adminToken()];
    const cookie = `Portal-Token=${user}; Portal-Admin-Token=${admin}`;
    const basic = `Basic ${Buffer.from(`${email}:${PASSWORD}`).toString('base64')}`;
    for (const headers of [
      { cookie },
      { authorization: basic },
      { authorization: user },
      { authorization: `Token ${user}` },
    ]) {
      expect((await t.ask('GET', '/api/v1/userInfo', { headers })).code).toBe(401);
      expect((await t.ask('DELETE', '/api/v1/admin/user/x', { headers })).code).toBe(401);
      expect((await t.ask('POST', '/api/v1/setting', { headers, body: { name: 'x' } })).code).toBe(401);
    }
    expect((await t.ask('GET', `/api/v1/userInfo?token=${user}`)).code).toBe(401);
  });

  test('tokens are stored hashed', async () => {
    const { token } = await t.call<SignedIn>('POST', '/api/v1/login', {
      body: { email, password: PASSWORD },
    });
    const rows = await sql<{ token_hash: string }>(t, 'select * from sessions');
    expect(rows.every((row) => /^[0-9a-f]{64}$/.test(row.token_hash))).toBe(true);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('faults, clock jumps: no token is revived by a clock that goes back', async () => {
    const ended = await t.login(email);
    await t.call('POST', '/api/v1/logout', { token: ended });
    t.clock.now -= DAY;
    expect(await info(ended)).toBe(401);
    t.clock.now += DAY;
  });
});

describe('threats, limits: failed logins', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await buildTestApp({ env: { RATE_LIMIT_FACTOR: '1' } });
  });
  afterAll(() => t.close());

  test('10 a minute per address, then 429 with Retry-After, whatever X-Forwarded-For says', async () => {
    const answers = [];
    for (let i = 0; i < 14; i++) {
      answers.push(
        await t.inject('POST', i % 2 ? '/api/v1/login' : '/api/v1/admin/login', {
          body: { [i % 2 ? 'email' : 'username']: `nobody${i}@example.org`, password: 'not the password' },
          headers: {
            'x-forwarded-for': `10.0.0.${i}`,
            forwarded: `for=10.1.0.${i}`,
            'x-real-ip': `10.2.0.${i}`,
          },
        }),
      );
    }
    expect(answers.map((answer) => answer.statusCode)).toEqual([
      ...Array(10).fill(400),
      ...Array(4).fill(429),
    ]);
    expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await t.ask('POST', '/api/v1/admin/login', { body: ADMIN })).code, 'even the right one').toBe(
      429,
    );
    t.clock.now += MINUTE;
    expect((await t.ask('POST', '/api/v1/admin/login', { body: ADMIN })).code).toBe(200);
  });

  test('300 reads a minute per address, then 429; signed-in calls go on', async () => {
    const codes = [];
    for (let i = 0; i < 305; i++) codes.push((await t.inject('GET', '/api/v1/datasets')).statusCode);
    expect(codes.filter((code) => code === 200)).toHaveLength(300);
    expect(codes.at(-1)).toBe(429);
    expect((await t.ask('GET', '/api/v1/admin/userInfo', { token: await t.adminToken() })).code).toBe(200);
  });
});

describe('threats row 32: there is no default administrator', () => {
  test('common logins on a fresh portal are refused', async () => {
    const t = await buildTestApp({ env: { ADMIN_EMAIL: '', ADMIN_PASSWORD: '' } });
    expect(t.app.firstAdminLink).toBeDefined();
    for (const username of ['admin', 'root', 'administrator', 'admin@localhost', ''])
      for (const password of ['admin', 'admin123', 'password', '123456', 'vitrine'])
        expect((await t.ask('POST', '/api/v1/admin/login', { body: { username, password } })).code).toBe(400);
    await t.close();
  });
});
