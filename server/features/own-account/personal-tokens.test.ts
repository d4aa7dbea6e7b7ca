import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PersonalToken } from '../../../contract/own-account.ts';
import { personalTokenStore, personalTokens } from '../../auth/index.ts';
import { openDatabase } from '../../database/index.ts';
import { buildTestApp, PASSWORD, type TestApp } from '../../testing/build-test-app.ts';
import { onEitherDatabase } from '../../testing/databases.ts';
import { rowCount, sql, sqliteFile } from '../../testing/look-inside.ts';

const DAY = 86_400_000;

type Made = PersonalToken & { token: string };

onEitherDatabase('decisions §2: personal access tokens', (database) => {
  let t: TestApp;
  /** The URLs, without ticket, of a dataset's first subset. */
  let urls: { download: string; integrity: string };
  beforeAll(async () => {
    t = await buildTestApp({ database });
    const { dataset, subsetList } = await t.dataset({ name: 'Tokens' });
    const path = subsetList[0]?.path;
    urls = {
      download: `/api/v1/download/${dataset.id}/${path}`,
      integrity: `/api/v1/downloadInspection/${path}`,
    };
  });
  afterAll(() => t.close());

  const add = (token: string, body: object = {}) =>
    t.ask('POST', '/api/v1/tokens', {
      token,
      body: { name: 'cluster', expiresInDays: 30, password: PASSWORD, ...body },
    }) as unknown as Promise<{ code: number; data: Made; errors?: { path: string }[] }>;
  const list = (token: string) => t.call<PersonalToken[]>('GET', '/api/v1/tokens', { token });
  const basic = (password: string, user = 'anybody') => ({
    authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
  });

  test('is made with the password; the secret is in that answer and nowhere else', async () => {
    const { token } = await t.user('make@example.org');
    const { data } = await add(token);
    expect(data.token).toMatch(/^vtr_[A-Za-z0-9_-]{43}$/);
    expect(data).toMatchObject({
      name: 'cluster',
      scope: 'download',
      createdAt: new Date(t.clock.now).toISOString(),
      expiresAt: new Date(t.clock.now + 30 * DAY).toISOString(),
      lastUsedAt: null,
    });
    const { token: secret, ...listed } = data;
    expect(await list(token)).toEqual([listed]);
    const rows = await sql(t, 'select * from personal_tokens');
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  test.each([
    ['a wrong password', { password: 'not my password' }, 'password'],
    ['no name', { name: ' ' }, 'name'],
    ['no end', { expiresInDays: 0 }, 'expiresInDays'],
    ['an end beyond a year', { expiresInDays: 366 }, 'expiresInDays'],
    ['a scope of its own', { scope: 'everything' }, 'scope'],
  ])('%s is 400', async (what, body, path) => {
    const { token } = await t.user(`no-${what.replace(/ /g, '-')}@example.org`);
    expect(await add(token, body)).toMatchObject({ code: 400, errors: [{ path }] });
    expect(await list(token)).toEqual([]);
  });

  test('opens both download calls as ?token=, Bearer and Basic with any user name', async () => {
    const { token } = await t.user('use@example.org');
    const { token: secret } = (await add(token)).data;
    for (const url of [urls.download, urls.integrity]) {
      expect((await t.inject('GET', `${url}?token=${secret}`)).statusCode).toBe(200);
      expect((await t.inject('GET', url, { token: secret })).statusCode).toBe(200);
      for (const user of ['', 'ada', 'use@example.org', 'ä'])
        expect((await t.inject('GET', url, { headers: basic(secret, user) })).statusCode, user).toBe(200);
      expect((await t.inject('HEAD', url, { headers: basic(secret) })).statusCode).toBe(200);
    }
    await t.app.settle();
    const records = await sql<{ via: string }>(t, "select via from records where email = 'use@example.org'");
    expect(new Set(records.map(({ via }) => via))).toEqual(new Set(['token']));
  });

  test('Basic takes a personal token and nothing else', async () => {
    const { id, token } = await t.user('basic@example.org');
    expect(id).not.toBe('');
    const wrong = [token, PASSWORD, '', `vtr_${'A'.repeat(43)}`];
    for (const password of wrong) {
      const answer = await t.inject('GET', urls.download, { headers: basic(password, 'basic@example.org') });
      expect(answer.statusCode, password).toBe(401);
    }
    for (const authorization of ['Basic', 'Basic !!!', 'Basic bm9jb2xvbg==', 'Digest x'])
      expect((await t.inject('GET', urls.download, { headers: { authorization } })).statusCode).toBe(401);
  });

  test('a 401 offers Basic only where neither token nor a Sec-Fetch header came', async () => {
    const offered = async (url: string, headers: Record<string, string> = {}) =>
      (await t.inject('GET', url, { headers })).headers['www-authenticate'];
    for (const url of [urls.download, urls.integrity]) {
      expect(await offered(url)).toBe('Basic realm="Vitrine"');
      expect(await offered(url, basic('wrong'))).toBe('Basic realm="Vitrine"');
      expect(await offered(url, { authorization: 'Bearer dead' })).toBe('Basic realm="Vitrine"');
      expect(await offered(`${url}?token=dead`)).toBeUndefined();
      expect(await offered(`${url}?token=`)).toBeUndefined();
      for (const name of ['sec-fetch-dest', 'sec-fetch-mode', 'sec-fetch-site', 'sec-fetch-user'])
        expect(await offered(url, { [name]: 'x' }), name).toBeUndefined();
    }
    const { token } = await t.user('no-offer@example.org', 'pending');
    expect(await offered(urls.download, { authorization: `Bearer ${token}` }), 'a 403').toBeUndefined();
    expect(await offered('/api/v1/userInfo'), 'another call').toBeUndefined();
  });

  test('last used is noted, at most once a minute', async () => {
    const { token } = await t.user('noted@example.org');
    const { token: secret, id } = (await add(token)).data;
    const lastUsed = async () =>
      (await list(await t.login('noted@example.org'))).find((row) => row.id === id)?.lastUsedAt;
    const use = () => t.inject('GET', urls.integrity, { token: secret });
    const first = t.clock.now;
    await use();
    expect(await lastUsed()).toBe(new Date(first).toISOString());
    t.clock.now = first + 59_999;
    await use();
    expect(await lastUsed()).toBe(new Date(first).toISOString());
    t.clock.now = first + 60_000;
    await use();
    expect(await lastUsed()).toBe(new Date(first + 60_000).toISOString());
  });

  test('expires; stays listed for 30 days more, and then makes room', async () => {
    const { token } = await t.user('expire@example.org');
    const { token: secret, id } = (await add(token, { expiresInDays: 1 })).data;
    const use = async () => (await t.inject('GET', urls.integrity, { token: secret })).statusCode;
    t.clock.now += DAY - 1;
    expect(await use()).toBe(200);
    t.clock.now += 1;
    expect(await use()).toBe(401);
    expect((await list(await t.login('expire@example.org'))).map((row) => row.id)).toEqual([id]);
    t.clock.now += 30 * DAY + 1;
    const later = (await add(await t.login('expire@example.org'))).data;
    expect((await list(await t.login('expire@example.org'))).map((row) => row.id)).toEqual([later.id]);
  });

  test("deleting one ends it at once; somebody else's is 404", async () => {
    const { token } = await t.user('delete@example.org');
    const { token: stranger } = await t.user('stranger@example.org');
    const { token: secret, id } = (await add(token)).data;
    const use = async () => (await t.inject('GET', urls.integrity, { token: secret })).statusCode;
    const remove = (as: string) => t.ask('DELETE', `/api/v1/tokens/${id}`, { token: as });
    expect((await remove(stranger)).code).toBe(404);
    expect(await use()).toBe(200);
    expect((await remove(token)).code).toBe(200);
    expect(await use()).toBe(401);
    expect(await list(token)).toEqual([]);
    expect((await remove(token)).code, 'again').toBe(404);
  });

  test('at most 20 live ones, also when 30 are asked for at once; deleting one makes room', async () => {
    const { id, token } = await t.user('many@example.org');
    const answers = await Promise.all(Array.from({ length: 30 }, () => add(token)));
    const codes = answers.map(({ code }) => code);
    expect(codes.filter((code) => code === 200)).toHaveLength(20);
    expect(codes.filter((code) => code === 409)).toHaveLength(10);
    expect(await rowCount(t, `personal_tokens where user_id = '${id}'`)).toBe(20);
    const [first] = await list(token);
    await t.call('DELETE', `/api/v1/tokens/${first?.id}`, { token });
    expect((await add(token)).code).toBe(200);
  });

  test('at most 20, also where nothing makes parallel additions wait for one another', async () => {
    const { id } = await t.user('parallel@example.org');
    const db = await openDatabase(t.databaseUrl ?? sqliteFile(t));
    try {
      const { password_hash: passwordHash } = await db
        .selectFrom('users')
        .select('password_hash')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const tokens = personalTokens(personalTokenStore(db), () => t.clock.now);
      const added = await Promise.allSettled(
        Array.from({ length: 30 }, () => tokens.add({ id, passwordHash }, 'cluster', 1)),
      );
      expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    } finally {
      await db.destroy();
    }
  });

  test('suspension and deletion of the user make it dead at once', async () => {
    const { id, token } = await t.user('gone@example.org');
    const { token: secret } = (await add(token)).data;
    const use = async () => (await t.inject('GET', urls.download, { headers: basic(secret) })).statusCode;
    expect(await use()).toBe(200);
    const admin = await t.adminToken();
    await t.call('PUT', `/api/v1/admin/userReview/${id}/suspended`, {
      token: admin,
      body: { reason: 'A reason.' },
    });
    expect(await use()).toBe(403);
    await t.call('DELETE', `/api/v1/admin/user/${id}`, { token: admin });
    expect(await use()).toBe(401);
  });
});
