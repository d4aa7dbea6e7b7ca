import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Administrator, AdminRole, Invitation } from '../../../contract/administrators.ts';
import { openDatabase } from '../../database/index.ts';
import {
  ADMIN_PASSWORD,
  administrator,
  adminLogin,
  enrol,
  invitedToken,
} from '../../testing/administrators.ts';
import { ADMIN, buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { onEitherDatabase } from '../../testing/databases.ts';
import { rowCount, sql, sqliteFile } from '../../testing/look-inside.ts';
import { administratorsStore } from './administrators.store.ts';

const DAY = 86_400_000;

onEitherDatabase('decisions §2: administrators', (database) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await buildTestApp({ database });
  });
  afterAll(() => t.close());

  const list = async () =>
    t.call<{ administrators: Administrator[]; invitations: Invitation[] }>(
      'GET',
      '/api/v1/admin/administrators',
      { token: await t.adminToken() },
    );
  const invite = async (email: string, role: AdminRole = 'reviewer') =>
    t.ask('POST', '/api/v1/admin/invitations', { token: await t.adminToken(), body: { email, role } });
  const accept = (token: string, more: object = {}) =>
    t.ask('POST', '/api/v1/admin/invitation/accept', {
      body: { token, name: 'Mary Ward', password: ADMIN_PASSWORD, ...more },
    });
  const update = (token: string, id: string, body: object) =>
    t.ask('PUT', `/api/v1/admin/administrators/${id}`, { token, body });
  const alive = async (token: string) => (await t.ask('GET', '/api/v1/admin/userInfo', { token })).code;

  test('are invited by a mailed link, which works once and is stored as a hash only', async () => {
    expect(await invite('Mary@Lab.example', 'curator')).toMatchObject({
      code: 200,
      data: { email: 'mary@lab.example', role: 'curator' },
    });
    const token = await invitedToken(t, 'mary@lab.example');
    expect((await list()).invitations.map(({ email }) => email)).toEqual(['mary@lab.example']);
    expect(JSON.stringify(await sql(t, 'select * from invitations'))).not.toContain(token);
    expect(await t.call('POST', '/api/v1/admin/invitation/read', { body: { token } })).toEqual({
      email: 'mary@lab.example',
      role: 'curator',
      resets: false,
    });
    expect(await accept(token, { name: undefined })).toMatchObject({ code: 400, errors: [{ path: 'name' }] });
    const answers = await Promise.all(Array.from({ length: 5 }, () => accept(token)));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 404, 404, 404, 404]);
    const { administrators, invitations } = await list();
    expect(invitations).toEqual([]);
    const mary = (all: Administrator[]) => all.find(({ username }) => username === 'mary@lab.example');
    expect(mary(administrators)).toMatchObject({
      name: 'Mary Ward',
      role: 'curator',
      disabledAt: null,
      totp: false,
    });
    expect((await t.ask('POST', '/api/v1/admin/invitation/read', { body: { token } })).code).toBe(404);
    const session = await adminLogin(t, 'mary@lab.example');
    expect(await t.call('GET', '/api/v1/admin/userInfo', { token: session })).toMatchObject({
      roles: ['curator'],
      permisaction: ['dataset:*:*', 'terms:*:*', 'signature:*:read', 'record:*:read', 'job:*:*'],
    });
    await enrol(t, { token: session, password: ADMIN_PASSWORD });
    expect(mary((await list()).administrators)?.totp).toBe(true);
  });

  test('an invitation lasts 7 days; withdrawn or replaced it is no good', async () => {
    await invite('late@lab.example');
    const late = await invitedToken(t, 'late@lab.example');
    t.clock.now += 7 * DAY;
    expect((await accept(late)).code).toBe(404);
    expect((await list()).invitations, 'an expired one is not open').toEqual([]);

    await invite('twice@lab.example');
    const first = await invitedToken(t, 'twice@lab.example');
    t.clock.now += 1_000;
    await invite('twice@lab.example', 'auditor');
    expect((await accept(first)).code, 'a newer one took its place').toBe(404);
    const { invitations } = await list();
    expect(invitations).toHaveLength(1);

    const second = await invitedToken(t, 'twice@lab.example');
    const withdraw = async () =>
      t.ask('DELETE', `/api/v1/admin/invitations/${invitations[0]?.id}`, { token: await t.adminToken() });
    expect((await withdraw()).code).toBe(200);
    expect((await withdraw()).code).toBe(404);
    expect((await accept(second)).code).toBe(404);
  });

  test.each([
    ['a short password', { password: 'kW7#xq!pZ2@vLm' }, 'password'],
    ['a guessable password', { password: 'administrator2024' }, 'password'],
    ['another address', { email: 'else@lab.example' }, 'email'],
    ['no name', { name: ' ' }, 'name'],
    ['a role', { role: 'owner' }, 'role'],
  ])('accepting with %s is 400, and the link stays good', async (_, more, path) => {
    const email = `refused.${path}${Object.values(more)[0]?.length}@lab.example`;
    await invite(email);
    const token = await invitedToken(t, email);
    expect(await accept(token, more)).toMatchObject({ code: 400, errors: [{ path }] });
    expect((await accept(token)).code).toBe(200);
  });

  test('an address that is an administrator is not invited again', async () => {
    expect(await invite(ADMIN.username)).toMatchObject({ code: 409, errors: [{ path: 'email' }] });
  });

  test('a made-up link is 404', async () => {
    expect((await accept('x'.repeat(43))).code).toBe(404);
  });

  test('disabling ends the sessions at once, and the invitations that the person sent; enabling revives none', async () => {
    const owner = await t.adminToken();
    const other = await administrator(t, 'owner', 'leaving@lab.example');
    const body = { email: 'friend@lab.example', role: 'owner' };
    await t.call('POST', '/api/v1/admin/invitations', { token: other.token, body });
    const friend = await invitedToken(t, 'friend@lab.example');
    const disabled = await update(owner, other.id, { disabled: true });
    expect(disabled).toMatchObject({ code: 200, data: { disabledAt: new Date(t.clock.now).toISOString() } });
    expect(await alive(other.token)).toBe(401);
    const login = { username: other.username, password: ADMIN_PASSWORD };
    expect((await t.ask('POST', '/api/v1/admin/login', { body: login })).code).toBe(400);
    expect((await accept(friend)).code).toBe(404);

    expect(await update(owner, other.id, { disabled: false })).toMatchObject({ data: { disabledAt: null } });
    expect(await alive(other.token), 'a session that was ended stays so').toBe(401);
    expect((await t.ask('POST', '/api/v1/admin/login', { body: login })).code).toBe(200);
  });

  test('who is no owner any more loses the invitations that they sent', async () => {
    const owner = await t.adminToken();
    const other = await administrator(t, 'owner', 'demoted@lab.example');
    const body = { email: 'second.self@lab.example', role: 'owner' };
    await t.call('POST', '/api/v1/admin/invitations', { token: other.token, body });
    const link = await invitedToken(t, 'second.self@lab.example');
    expect((await update(owner, other.id, { role: 'owner' })).code).toBe(200);
    expect((await t.ask('POST', '/api/v1/admin/invitation/read', { body: { token: link } })).code).toBe(200);
    expect((await update(owner, other.id, { role: 'auditor' })).code).toBe(200);
    expect((await accept(link)).code).toBe(404);
  });

  test('another role holds from the next call on', async () => {
    const owner = await t.adminToken();
    const { id, token } = await administrator(t, 'auditor', 'mover@lab.example');
    const audit = async () => (await t.ask('GET', '/api/v1/admin/audit', { token })).code;
    expect(await audit()).toBe(200);
    expect((await update(owner, id, { role: 'curator' })).code).toBe(200);
    expect(await audit()).toBe(403);
    expect(await t.call('GET', '/api/v1/admin/userInfo', { token })).toMatchObject({ roles: ['curator'] });
  });

  test('nobody changes themselves; nothing to change is 400; an unknown one is 404', async () => {
    const token = await t.adminToken();
    const { id } = await t.call<{ id: string }>('GET', '/api/v1/admin/userInfo', { token });
    expect((await update(token, id, { disabled: true })).code).toBe(409);
    expect((await update(token, id, { role: 'auditor' })).code).toBe(409);
    const { id: other } = await administrator(t, 'curator', 'same@lab.example');
    expect((await update(token, other, {})).code).toBe(400);
    expect((await update(token, 'nobody', { disabled: true })).code).toBe(404);
  });

  test('who lost the right after the call came in changes nothing; the last owner stays', async () => {
    const first = await administrator(t, 'owner', 'first@lab.example');
    const second = await administrator(t, 'owner', 'second@lab.example');
    const auditor = await administrator(t, 'auditor', 'watching@lab.example');
    const db = await openDatabase(t.databaseUrl ?? sqliteFile(t));
    try {
      // Both calls were authorised before either changed anything.
      const store = administratorsStore(db);
      const wish = (id: string, caller: { id: string }, role = 'owner') =>
        store.update(id, { disabled: true }, { id: caller.id, role }, t.clock.now, async () => {});
      expect(await wish(second.id, first)).toMatchObject({ username: second.username });
      expect(await wish(first.id, second)).toBe('caller lost the right');
      await sql(t, `update administrators set disabled_at = 1 where role = 'owner' and id != '${first.id}'`);
      expect(await wish(first.id, auditor, 'auditor')).toBe('last owner');
      expect(await rowCount(t, "administrators where role = 'owner' and disabled_at is null")).toBe(1);
    } finally {
      await db.destroy();
    }
  });

  test('of owners who disable one another at once, one is left', async () => {
    const fresh = await buildTestApp({ database });
    try {
      const first = await fresh.call<{ id: string }>('GET', '/api/v1/admin/userInfo', {
        token: await fresh.adminToken(),
      });
      const second = await administrator(fresh, 'owner');
      const put = (token: string, target: string, body: object) =>
        fresh.ask('PUT', `/api/v1/admin/administrators/${target}`, { token, body });
      for (let round = 0; round < 4; round++) {
        const [one, other] = [await fresh.adminToken(), await adminLogin(fresh, second.username)];
        const body = round % 2 === 0 ? { disabled: true } : { role: 'auditor' };
        const answers = await Promise.all([put(one, second.id, body), put(other, first.id, body)]);
        const codes = answers.map(({ code }) => code).sort();
        expect(codes[0], `round ${round}`).toBe(200);
        expect([401, 403, 409], `round ${round}`).toContain(codes[1]);
        expect(await rowCount(fresh, "administrators where role = 'owner' and disabled_at is null")).toBe(1);
        await sql(fresh, "update administrators set disabled_at = null, role = 'owner'");
      }
    } finally {
      await fresh.close();
    }
  });
});
