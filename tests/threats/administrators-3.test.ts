import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_PASSWORD, administrator } from '../../server/testing/administrators.ts';
import { buildTestApp, PASSWORD, type TestApp } from '../../server/testing/build-test-app.ts';
import { sql } from '../../server/testing/look-inside.ts';

/** Who may call what is in tests/route-table.test.ts; here: that no call takes one identity for the other. */
describe('threats row 3: the identity is stored with the token', () => {
  const BOTH = 'both@lab.example';
  let t: TestApp;
  let user: string;
  let admin: string;

  beforeAll(async () => {
    t = await buildTestApp();
    // One person with the same address in both identities.
    user = (await t.user(BOTH)).token;
    admin = (await administrator(t, 'owner', BOTH)).token;
  });
  afterAll(() => t.close());

  const code = async (...args: Parameters<TestApp['ask']>) => (await t.ask(...args)).code;

  test("each identity's credentials sign in there only", async () => {
    expect(await code('POST', '/api/v1/login', { body: { email: BOTH, password: ADMIN_PASSWORD } })).toBe(
      400,
    );
    expect(await code('POST', '/api/v1/admin/login', { body: { username: BOTH, password: PASSWORD } })).toBe(
      400,
    );
    expect(await code('POST', '/api/v1/login', { body: { email: BOTH, password: PASSWORD } })).toBe(200);
  });

  test('a token is refreshed by its own call only, and survives the other', async () => {
    expect(await code('POST', '/api/v1/admin/refreshtoken', { body: { token: user } })).toBe(401);
    expect(await code('POST', '/api/v1/refreshtoken', { body: { token: admin } })).toBe(401);
    expect(await code('GET', '/api/v1/userInfo', { token: user })).toBe(200);
    expect(await code('GET', '/api/v1/admin/userInfo', { token: admin })).toBe(200);
  });

  test('a token answers the info of its own identity only', async () => {
    expect(await code('GET', '/api/v1/admin/userInfo', { token: user })).toBe(403);
    expect(await code('GET', '/api/v1/userInfo', { token: admin })).toBe(403);
    expect(await t.call('GET', '/api/v1/userInfo', { token: user })).toMatchObject({
      roles: ['user'],
      permisaction: [],
    });
    expect(await t.call('GET', '/api/v1/admin/userInfo', { token: admin })).toMatchObject({
      roles: ['owner'],
      permisaction: ['*:*:*'],
    });
  });

  test('not even with the same id in both tables', async () => {
    const [row] = await sql<{ id: string }>(t, `select id from administrators where username = '${BOTH}'`);
    await sql(t, `update sessions set subject_id = '${row?.id}' where identity = 'user'`);
    expect(await code('GET', '/api/v1/admin/userInfo', { token: user })).not.toBe(200);
    expect(await code('GET', '/api/v1/userInfo', { token: user }), 'there is no such user').toBe(401);
  });

  test('a token in another place than Authorization: Bearer is no proof', async () => {
    for (const headers of [
      { cookie: `Portal-Admin-Token=${admin}; Portal-Token=${admin}` },
      { authorization: `Basic ${Buffer.from(`${BOTH}:${admin}`).toString('base64')}` },
      { authorization: admin },
      { 'x-access-token': admin },
    ]) {
      expect(await code('GET', '/api/v1/admin/userInfo', { headers }), JSON.stringify(headers)).toBe(401);
    }
    expect(await code('GET', `/api/v1/admin/userInfo?token=${admin}`)).toBe(401);
  });
});
