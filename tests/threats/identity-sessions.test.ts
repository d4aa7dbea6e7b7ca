import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { hashToken } from '../../server/auth/index.ts';
import { ADMIN, buildTestApp, PASSWORD, type TestApp } from '../../server/testing/build-test-app.ts';
import { onEitherDatabase } from '../../server/testing/databases.ts';
import { rowCount, sql } from '../../server/testing/look-inside.ts';

/** What happens while a password is being checked. */
const checking = vi.hoisted(() => ({ meanwhile: async () => {} }));
vi.mock('../../server/auth/password-threads.ts', async (original) => {
  const real = await original<typeof import('../../server/auth/password-threads.ts')>();
  const inPasswordThread: typeof real.inPasswordThread = async (order) => {
    const found = await real.inPasswordThread(order);
    if ('stored' in order) await checking.meanwhile();
    return found;
  };
  return { inPasswordThread };
});

const NEW = 'eleven quiet harbours under glass';

onEitherDatabase('sessions', (database) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await buildTestApp({ database });
  });
  afterAll(() => t.close());

  const codeOf = async (method: 'GET' | 'POST', url: string, token: string, body?: object) =>
    (await t.ask(method, url, { token, ...(body ? { body } : {}) })).code;
  const refresh = async (token: string, admin = '') =>
    (await t.ask('POST', `/api/v1${admin}/refreshtoken`, { body: { token } })).code;

  test('threats row 3: the identity is stored with the token, and what it is sent to does not change it', async () => {
    const { id, token } = await t.user('identity@example.org');
    const admin = await t.adminToken();
    expect(await codeOf('GET', '/api/v1/admin/userInfo', token), "a user's at an administrator's call").toBe(
      403,
    );
    expect(await codeOf('GET', '/api/v1/userInfo', admin), "an administrator's at a user's call").toBe(403);
    expect(await refresh(token, '/admin')).toBe(401);
    expect(await refresh(admin)).toBe(401);
    expect(await codeOf('GET', '/api/v1/userInfo', token), 'neither try ended it').toBe(200);
    // Even if both kinds had the same id: the stored identity decides, not who the id would be.
    const [owner] = await sql<{ id: string }>(t, 'select id from administrators');
    await sql(t, `update sessions set subject_id = '${owner?.id}' where subject_id = '${id}'`);
    expect(await codeOf('GET', '/api/v1/admin/userInfo', token)).toBe(401);
    expect(await codeOf('GET', '/api/v1/userInfo', token)).toBe(401);
  });

  test('threats row 3: passwords of one identity are none of the other', async () => {
    await t.user('same@example.org');
    const asAdmin = { username: 'same@example.org', password: PASSWORD };
    expect((await t.ask('POST', '/api/v1/admin/login', { body: asAdmin })).code).toBe(400);
    const asUser = { email: ADMIN.username, password: ADMIN.password };
    expect((await t.ask('POST', '/api/v1/login', { body: asUser })).code).toBe(400);
  });

  for (const [kind, admin] of [
    ['users', ''],
    ['administrators', '/admin'],
  ] as const) {
    test(`threats row 11: ${kind}: 50 parallel refreshes with one token: exactly one 200`, async () => {
      const token = admin ? await t.adminToken() : (await t.user('parallel@example.org')).token;
      const before = await rowCount(t, 'sessions where ended_at is null');
      const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(token, admin)));
      expect(answers.filter((code) => code === 200)).toHaveLength(1);
      expect(answers.filter((code) => code === 401)).toHaveLength(49);
      expect(await rowCount(t, 'sessions where ended_at is null'), 'one new token').toBe(before + 1);
    });
  }

  test('threats row 12: after logout the token is 401 for everything', async () => {
    const { token } = await t.user('logout@example.org');
    await t.call('POST', '/api/v1/logout', { token });
    for (const url of ['/api/v1/userInfo', '/api/v1/tokens', '/api/v1/sessions', '/api/v1/ownDownloads'])
      expect(await codeOf('GET', url, token), url).toBe(401);
    expect(await refresh(token)).toBe(401);
    expect(await codeOf('POST', '/api/v1/logout', token), 'again').toBe(401);
  });

  test('threats row 12: after a password change, a reset or a deletion every old token is 401', async () => {
    const endings: Record<string, (email: string, token: string) => Promise<unknown>> = {
      change: (_, token) =>
        t.call('POST', '/api/v1/changePassword', {
          token,
          body: { oldPassword: PASSWORD, newPassword: NEW },
        }),
      reset: async (email) => {
        t.clock.now += 61_000;
        const body = { email, purpose: 'reset', captcha: await t.captcha() };
        await t.call('POST', '/api/v1/sendValidCode', { body });
        const reset = { email, validCode: await t.codeFor(email), password: NEW };
        await t.call('POST', '/api/v1/resetPassword', { body: reset });
      },
      deletion: (_, token) =>
        t.call('POST', '/api/v1/account/deletion', { token, body: { password: PASSWORD } }),
    };
    for (const [name, end] of Object.entries(endings)) {
      const email = `${name}@example.org`;
      const { token } = await t.user(email);
      const other = await t.login(email);
      await end(email, token);
      for (const old of [token, other]) {
        expect(await codeOf('GET', '/api/v1/userInfo', old), name).toBe(401);
        expect(await refresh(old), name).toBe(401);
      }
    }
  });

  test('threats row 12: a refresh or a login at the same moment does not outlive the password change', async () => {
    const email = 'race@example.org';
    const { token } = await t.user(email);
    const old = await Promise.all(Array.from({ length: 8 }, () => t.login(email)));
    const body = { oldPassword: PASSWORD, newPassword: NEW };
    const logIn = () => t.ask('POST', '/api/v1/login', { body: { email, password: PASSWORD } });
    const [changed, ...answers] = await Promise.all([
      t.ask('POST', '/api/v1/changePassword', { token, body }),
      ...old.map((one) => t.ask('POST', '/api/v1/refreshtoken', { body: { token: one } })),
      ...Array.from({ length: 8 }, logIn),
    ]);
    expect(changed?.code).toBe(200);
    const issued = answers.flatMap(({ data }) => (data ? [(data as { token: string }).token] : []));
    expect(issued.length).toBeGreaterThan(0);
    for (const one of [token, ...old, ...issued])
      expect(await codeOf('GET', '/api/v1/userInfo', one)).toBe(401);
  });

  // SQLite has one writer at a time: there the two cannot overlap.
  if (database === 'PostgreSQL') {
    /** Does the work beside a refresh of `old` that is committed half a second later; its row is nowhere to be seen till then. */
    async function besideRefresh<T>(old: string, fresh: string, work: () => Promise<T>): Promise<T> {
      const other = new pg.Client({ connectionString: t.databaseUrl });
      await other.connect();
      try {
        const [{ columns } = { columns: '' }] = await sql<{ columns: string }>(
          t,
          `select string_agg(column_name, ', ') as columns from information_schema.columns
           where table_name = 'sessions' and column_name not in ('token_hash', 'replaced_at')`,
        );
        const hash = hashToken(old);
        await other.query('begin');
        await other.query(`update sessions set replaced_at = ${t.clock.now} where token_hash = '${hash}'`);
        await other.query(
          `insert into sessions (token_hash, ${columns})
           select '${hashToken(fresh)}', ${columns} from sessions where token_hash = '${hash}'`,
        );
        const working = work();
        await sleep(500);
        await other.query('commit');
        return await working;
      } finally {
        await other.end();
      }
    }

    test('threats row 12: a refresh that is not committed yet does not outlive the password change, either', async () => {
      const email = 'uncommitted@example.org';
      const { token } = await t.user(email);
      const fresh = 'A'.repeat(43);
      const body = { oldPassword: PASSWORD, newPassword: NEW };
      const changed = await besideRefresh(await t.login(email), fresh, () =>
        t.ask('POST', '/api/v1/changePassword', { token, body }),
      );
      expect(changed.code).toBe(200);
      expect(await codeOf('GET', '/api/v1/userInfo', fresh)).toBe(401);
    });

    test('threats row 12: nor does it leave anything of a person who is deleted', async () => {
      const email = 'deleted-beside@example.org';
      const { id, token } = await t.user(email);
      const fresh = 'B'.repeat(43);
      const deleted = await besideRefresh(await t.login(email), fresh, () =>
        t.ask('POST', '/api/v1/account/deletion', { token, body: { password: PASSWORD } }),
      );
      expect(deleted.code).toBe(200);
      expect(await codeOf('GET', '/api/v1/userInfo', fresh)).toBe(401);
      expect(await rowCount(t, `sessions where subject_id = '${id}'`)).toBe(0);
    });

    test('threats row 12: a login beside a password change that is not committed yet begins nothing', async () => {
      const email = 'beside@example.org';
      const { id } = await t.user(email);
      const before = await rowCount(t, `sessions where subject_id = '${id}'`);
      const other = new pg.Client({ connectionString: t.databaseUrl });
      await other.connect();
      try {
        await other.query('begin');
        await other.query(`update users set password_hash = 'another' where id = '${id}'`);
        const login = t.ask('POST', '/api/v1/login', { body: { email, password: PASSWORD } });
        await sleep(500);
        await other.query('commit');
        expect((await login).code).toBe(400);
      } finally {
        await other.end();
      }
      expect(await rowCount(t, `sessions where subject_id = '${id}'`)).toBe(before);
    });
  }

  test('threats row 12: a login whose password is changed while it is being checked begins nothing', async () => {
    const email = 'slow@example.org';
    const { id } = await t.user(email);
    const before = await rowCount(t, `sessions where subject_id = '${id}' and ended_at is null`);
    checking.meanwhile = async () => {
      await sql(t, `update users set password_hash = 'another' where id = '${id}'`);
    };
    const login = await t.ask('POST', '/api/v1/login', { body: { email, password: PASSWORD } });
    checking.meanwhile = async () => {};
    expect(login.code).toBe(400);
    expect(await rowCount(t, `sessions where subject_id = '${id}' and ended_at is null`)).toBe(before);
  });

  test('threats row 26: a cookie is no proof: a write with cookies only is 401', async () => {
    const { token } = await t.user('cookie@example.org');
    const admin = await t.adminToken();
    const cookie = `Portal-Token=${token}; Portal-Admin-Token=${admin}`;
    const writes = [
      ['POST', '/api/v1/changePassword', { oldPassword: PASSWORD, newPassword: NEW }],
      ['POST', '/api/v1/logout', undefined],
      ['POST', '/api/v1/tokens', { name: 'x', expiresInDays: 1, password: PASSWORD }],
      ['DELETE', '/api/v1/sessions', undefined],
      ['POST', '/api/v1/account/deletion', { password: PASSWORD }],
      ['POST', '/api/v1/setting', { name: 'Mine now' }],
      ['POST', '/api/v1/admin/logout', undefined],
    ] as const;
    for (const [method, url, body] of writes) {
      const answer = await t.ask(method, url, { headers: { cookie }, ...(body ? { body } : {}) });
      expect(answer.code, url).toBe(401);
    }
    for (const url of ['/api/v1/userInfo', '/api/v1/admin/userInfo'])
      expect((await t.ask('GET', url, { headers: { cookie } })).code).toBe(401);
    expect(await codeOf('GET', '/api/v1/userInfo', token), 'nothing has happened').toBe(200);
  });

  test('threats row 26: neither is a token in the query, outside the two download calls', async () => {
    const { token } = await t.user('query@example.org');
    expect((await t.ask('GET', `/api/v1/userInfo?token=${token}`)).code).toBe(401);
    expect((await t.ask('POST', `/api/v1/logout?token=${token}`)).code).toBe(401);
  });
});

onEitherDatabase('closed schemas', (database) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await buildTestApp({ database });
  });
  afterAll(() => t.close());

  test('threats row 14: register with status, roles, permisaction and more is 400, and makes nobody', async () => {
    const email = 'climber@example.org';
    const body = { email, purpose: 'register', captcha: await t.captcha() };
    await t.call('POST', '/api/v1/sendValidCode', { body });
    const application = t.application(email, await t.codeFor(email));
    const extras: Record<string, unknown> = {
      status: 'approved',
      roles: ['owner'],
      permisaction: ['*:*:*'],
      approvedUntil: '2099-01-01T00:00:00Z',
      id: 'mine',
      password_hash: 'x',
      constructor: {},
    };
    for (const [path, value] of Object.entries(extras)) {
      const answer = await t.ask('POST', '/api/v1/register', { body: { ...application, [path]: value } });
      expect(answer, path).toMatchObject({ code: 400, errors: [{ path }] });
    }
    const raw = JSON.stringify(application).replace('{', '{"__proto__":{"status":"approved"},');
    const headers = { 'content-type': 'application/json' };
    const polluted = await t.server.inject({
      method: 'POST',
      url: '/api/v1/register',
      headers,
      payload: raw,
    });
    expect(polluted.statusCode).toBe(400);
    expect(await rowCount(t, 'users')).toBe(0);
    expect(await t.call('POST', '/api/v1/register', { body: application })).toEqual({ status: 'pending' });
  });

  test('threats row 14: the other calls about oneself take nothing else, either', async () => {
    const { token } = await t.user('closed@example.org');
    const extra = { userId: 'another', status: 'approved' };
    const calls = [
      ['/api/v1/changePassword', { oldPassword: PASSWORD, newPassword: NEW }],
      ['/api/v1/resetPassword', { email: 'closed@example.org', validCode: '12345678', password: NEW }],
      ['/api/v1/tokens', { name: 'x', expiresInDays: 1, password: PASSWORD }],
      ['/api/v1/account/deletion', { password: PASSWORD }],
      ['/api/v1/login', { email: 'closed@example.org', password: PASSWORD }],
      ['/api/v1/refreshtoken', { token }],
    ] as const;
    for (const [url, body] of calls) {
      const answer = await t.ask('POST', url, { token, body: { ...body, ...extra } });
      expect(answer.code, url).toBe(400);
      expect(answer.errors?.map(({ path }) => path).sort(), url).toEqual(['status', 'userId']);
    }
    expect(await codeOfUserInfo(token)).toBe(200);
  });

  const codeOfUserInfo = async (token: string) => (await t.ask('GET', '/api/v1/userInfo', { token })).code;
});
