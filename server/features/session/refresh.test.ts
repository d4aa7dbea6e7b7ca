import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { onEitherDatabase } from '../../testing/databases.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

onEitherDatabase('§4 §7 refreshtoken', (database) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await buildTestApp({ database });
  });
  afterAll(() => t.close());

  const refresh = (token: string) =>
    t.ask('POST', '/api/v1/refreshtoken', { body: { token } }) as unknown as Promise<{
      code: number;
      data?: { token: string; expiresAt: string };
    }>;
  const stateOf = async (token: string) => (await t.ask('GET', '/api/v1/userInfo', { token })).code;

  /** A new token in the old one's place. */
  async function rotated(token: string): Promise<string> {
    const { code, data } = await refresh(token);
    expect(code).toBe(200);
    return data?.token ?? '';
  }

  test('gives a new token for an hour; the body is the proof, no header is needed', async () => {
    const { token } = await t.user('rotate@example.org');
    t.clock.now += 59 * MINUTE;
    const { code, data } = await refresh(token);
    expect(code).toBe(200);
    expect(data?.token).not.toBe(token);
    expect(data?.expiresAt).toBe(new Date(t.clock.now + 60 * MINUTE).toISOString());
    t.clock.now += 59 * MINUTE;
    expect(await stateOf(data?.token ?? '')).toBe(200);
  });

  test('a token that nobody refreshes ends after 60 minutes', async () => {
    const { token } = await t.user('idle@example.org');
    t.clock.now += 60 * MINUTE - 1;
    expect(await stateOf(token)).toBe(200);
    t.clock.now += 1;
    expect(await stateOf(token)).toBe(401);
    expect((await refresh(token)).code).toBe(401);
  });

  test('the replaced token works 60 s more, for everything but refreshing', async () => {
    const { token } = await t.user('grace@example.org');
    const fresh = await rotated(token);
    expect((await refresh(token)).code, 'refreshing again').toBe(401);
    t.clock.now += MINUTE - 1;
    expect(await stateOf(token)).toBe(200);
    t.clock.now += 1;
    expect(await stateOf(token)).toBe(401);
    expect(await stateOf(fresh), 'the new one goes on').toBe(200);
  });

  test('a replaced token that comes back after its minute ends the session: somebody else holds it too', async () => {
    const { token: first } = await t.user('stolen@example.org');
    const elsewhere = await t.login('stolen@example.org');
    const second = await rotated(first);
    t.clock.now += 30 * MINUTE;
    const third = await rotated(second);
    expect((await refresh(first)).code, 'the thief’s').toBe(401);
    expect([await stateOf(third), await stateOf(second)]).toEqual([401, 401]);
    expect((await refresh(third)).code).toBe(401);
    expect(await stateOf(elsewhere), 'another session of the person goes on').toBe(200);
  });

  test('two tabs that refresh within the minute end nothing, nor does using the replaced token later', async () => {
    const { token } = await t.user('tabs@example.org');
    const fresh = await rotated(token);
    t.clock.now += MINUTE - 1;
    expect((await refresh(token)).code).toBe(401);
    t.clock.now += MINUTE;
    expect(await stateOf(token)).toBe(401);
    expect(await stateOf(fresh)).toBe(200);
    await rotated(fresh);
  });

  test('the same for an administrator', async () => {
    const renew = (token: string) =>
      t.ask('POST', '/api/v1/admin/refreshtoken', { body: { token } }) as unknown as Promise<{
        code: number;
        data?: { token: string };
      }>;
    const token = await t.adminToken();
    const fresh = (await renew(token)).data?.token ?? '';
    const works = async () => (await t.ask('GET', '/api/v1/admin/userInfo', { token: fresh })).code;
    t.clock.now += MINUTE - 1;
    expect((await renew(token)).code).toBe(401);
    expect(await works()).toBe(200);
    t.clock.now += 1;
    expect((await renew(token)).code).toBe(401);
    expect(await works()).toBe(401);
  });

  test('the grace does not make a token live longer than it would have', async () => {
    const { token } = await t.user('late-grace@example.org');
    t.clock.now += 60 * MINUTE - 1_000;
    await rotated(token);
    t.clock.now += 1_000;
    expect(await stateOf(token)).toBe(401);
  });

  test('logout ends both, whichever of them it was sent with', async () => {
    const { token: first } = await t.user('out@example.org');
    const second = await rotated(first);
    await t.call('POST', '/api/v1/logout', { token: first });
    expect([await stateOf(first), await stateOf(second)]).toEqual([401, 401]);
    expect((await refresh(second)).code).toBe(401);
    const third = await t.login('out@example.org');
    const fourth = await rotated(third);
    await t.call('POST', '/api/v1/logout', { token: fourth });
    expect([await stateOf(third), await stateOf(fourth)]).toEqual([401, 401]);
  });

  test('7 days are the end however often it is refreshed', async () => {
    let { token } = await t.user('week@example.org');
    const end = t.clock.now + 7 * DAY;
    while (t.clock.now + 50 * MINUTE < end) {
      t.clock.now += 50 * MINUTE;
      token = await rotated(token);
    }
    const { data } = await refresh(token);
    token = data?.token ?? '';
    expect(data?.expiresAt, 'never beyond the end').toBe(new Date(end).toISOString());
    t.clock.now = end - 1;
    expect(await stateOf(token)).toBe(200);
    t.clock.now = end;
    expect(await stateOf(token)).toBe(401);
    expect((await refresh(token)).code).toBe(401);
  });

  test("only a user's own session token refreshes: no administrator's, ticket or nonsense", async () => {
    const { token } = await t.user('kinds@example.org');
    const { dataset } = await t.dataset({ name: 'Kinds' });
    const url = new URL((await t.open(dataset.id, token)).dataset.downloadUrl ?? '', 'http://x');
    for (const other of [
      await t.adminToken(),
      url.searchParams.get('token') ?? '',
      'nonsense',
      `vtr_${token}`,
    ])
      expect((await refresh(other)).code, other).toBe(401);
    expect((await t.ask('POST', '/api/v1/refreshtoken', { token })).code, 'no body').toBe(400);
  });
});
