import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { onEitherDatabase } from '../testing/databases.ts';

const MOST = 20;
const MINUTE = 60_000;

onEitherDatabase('threats, limits: sessions of a person at once', (database) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await buildTestApp({ database });
  });
  afterAll(() => t.close());

  const alive = async (path: string, tokens: string[]) => {
    const headers = { 'x-background': '1' };
    const codes = [];
    for (const token of tokens) codes.push((await t.inject('GET', path, { token, headers })).statusCode);
    return codes.map((code) => code === 200);
  };

  for (const { who, path, signIn } of [
    { who: 'user', path: '/api/v1/userInfo', signIn: () => t.login('often@example.org') },
    { who: 'administrator', path: '/api/v1/admin/userInfo', signIn: () => t.adminToken() },
  ]) {
    test(`${who}: the twenty-first ends the oldest and no other`, async () => {
      const first = who === 'user' ? (await t.user('often@example.org')).token : await signIn();
      const tokens = [first];
      while (tokens.length < MOST) {
        t.clock.now += 1_000;
        tokens.push(await signIn());
      }
      expect(await alive(path, tokens)).toEqual(Array(MOST).fill(true));
      tokens.push(await signIn());
      expect(await alive(path, tokens)).toEqual([false, ...Array(MOST).fill(true)]);
    });
  }

  test('a session that was refreshed is one, and those that are over count no more', async () => {
    const { token } = await t.user('refreshed@example.org');
    for (let i = 0; i < MOST; i++) {
      const left = await t.login('refreshed@example.org');
      await t.call('POST', '/api/v1/logout', { token: left });
    }
    let mine = token;
    for (let i = 0; i < MOST; i++) {
      const { token: fresh } = await t.call<{ token: string }>('POST', '/api/v1/refreshtoken', {
        body: { token: mine },
      });
      mine = fresh;
    }
    const others = [];
    while (others.length < MOST - 1) others.push(await t.login('refreshed@example.org'));
    expect(await alive('/api/v1/userInfo', [mine])).toEqual([true]);
    t.clock.now += 61 * MINUTE;
    const late = await t.login('refreshed@example.org');
    expect(await alive('/api/v1/userInfo', [late])).toEqual([true]);
  });

  test('of many sign-ins at once, as many as may be are left', async () => {
    const { token } = await t.user('crowd@example.org');
    const tokens = await Promise.all(Array.from({ length: 30 }, () => t.login('crowd@example.org')));
    expect((await alive('/api/v1/userInfo', [token, ...tokens])).filter(Boolean)).toHaveLength(MOST);
  });
});
