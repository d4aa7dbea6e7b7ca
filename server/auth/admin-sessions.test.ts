import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { onEitherDatabase } from '../testing/databases.ts';

const MINUTE = 60_000;

onEitherDatabase('decisions §2: an administrator, 15 min idle, 12 h at most', (database) => {
  let t: TestApp;
  let token: string;
  beforeAll(async () => {
    t = await buildTestApp({ database });
  });
  beforeEach(async () => {
    token = await t.adminToken();
  });
  afterAll(() => t.close());

  const call = (headers: Record<string, string> = {}) =>
    t.inject('GET', '/api/v1/admin/userInfo', { token, headers });
  const code = async (headers?: Record<string, string>) =>
    (await call(headers)).json<{ code: number }>().code;
  const refresh = () => t.ask('POST', '/api/v1/admin/refreshtoken', { body: { token } });

  test('idle for 15 minutes is expired: code 6401, which travels as HTTP 401', async () => {
    t.clock.now += 15 * MINUTE - 1;
    expect(await code({ 'x-background': '1' })).toBe(200);
    t.clock.now += 1;
    const answer = await call();
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ code: 6401, msg: expect.stringContaining('expired') });
    expect((await refresh()).code, 'nor can it be refreshed').toBe(6401);
  });

  test('what the person does extends it', async () => {
    for (let i = 0; i < 5; i++) {
      t.clock.now += 14 * MINUTE;
      expect(await code(), `after ${14 * (i + 1)} minutes`).toBe(200);
    }
  });

  test('calls that the page makes by itself do not', async () => {
    t.clock.now += 14 * MINUTE;
    expect(await code({ 'x-background': '1' })).toBe(200);
    t.clock.now += MINUTE;
    expect(await code({ 'x-background': '1' })).toBe(6401);
  });

  test('refreshing does not, and says when the idle time ends', async () => {
    const end = new Date(t.clock.now + 15 * MINUTE).toISOString();
    t.clock.now += 14 * MINUTE;
    const refreshed = await t.call<{ token: string; expiresAt: string }>(
      'POST',
      '/api/v1/admin/refreshtoken',
      { body: { token } },
    );
    expect(refreshed.expiresAt).toBe(end);
    token = refreshed.token;
    expect(await code({ 'x-background': '1' })).toBe(200);
    t.clock.now += MINUTE;
    expect(await code()).toBe(6401);
  });

  test('12 hours are the end, however busy', async () => {
    const began = t.clock.now;
    while (t.clock.now < began + 12 * 60 * MINUTE - 10 * MINUTE) {
      t.clock.now += 10 * MINUTE;
      expect(await code(), `after ${(t.clock.now - began) / MINUTE} minutes`).toBe(200);
    }
    const last = await t.call<{ token: string; expiresAt: string }>('POST', '/api/v1/admin/refreshtoken', {
      body: { token },
    });
    expect(Date.parse(last.expiresAt)).toBeLessThanOrEqual(began + 12 * 60 * MINUTE);
    token = last.token;
    t.clock.now = began + 12 * 60 * MINUTE - 1;
    expect(await code()).toBe(200);
    t.clock.now += 1;
    expect(await code()).toBe(6401);
    expect((await refresh()).code).toBe(6401);
  });
});
