import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuditEntry } from '../../contract/administrators.ts';
import { guardOn } from '../../tests/support/guards.ts';
import { administrator, enrol, type TestAdministrator } from '../testing/administrators.ts';
import { buildTestApp, PASSWORD, type TestApp } from '../testing/build-test-app.ts';
import { onEitherDatabase } from '../testing/databases.ts';
import { rowCount, sql } from '../testing/look-inside.ts';

const MINUTE = 60_000;
const USER = 'POST /api/v1/login';
const ADMIN = 'POST /api/v1/admin/login';
const WRONG = 'nobody ever chose this one';

onEitherDatabase('operations, decisions §10: sign-ins and exports are in the audit log', (database) => {
  let t: TestApp;
  let owner: TestAdministrator;
  beforeAll(async () => {
    t = await buildTestApp({ database, env: { TRUST_PROXY: '127.0.0.1' } });
    owner = await administrator(t, 'owner');
  });
  afterAll(() => t.close());

  const audit = async (keyword: string) =>
    (
      await t.call<{ list: AuditEntry[] }>(
        'GET',
        `/api/v1/admin/audit?pageSize=200&keyword=${encodeURIComponent(keyword)}`,
        { token: owner.token },
      )
    ).list;
  const signIn = (email: string, password: string, from = '192.0.2.7') =>
    t.ask('POST', '/api/v1/login', {
      body: { email, password },
      headers: { 'x-forwarded-for': from },
    });
  const signInAdmin = (body: object, from = '192.0.2.7') =>
    t.ask('POST', '/api/v1/admin/login', { body, headers: { 'x-forwarded-for': from } });
  /** Advances the clock to the start of a minute, so that what follows falls within one. */
  const nextMinute = () => {
    t.clock.now = (Math.floor(t.clock.now / MINUTE) + 1) * MINUTE;
  };

  test('a user’s, and a try at it, with the address and the name; those within a minute are one entry', async () => {
    const { id } = await t.user('signs-in@example.org');
    nextMinute();
    const at = new Date(t.clock.now).toISOString();
    for (let i = 0; i < 3; i++) await signIn('signs-in@example.org', WRONG);
    await signIn('signs-in@example.org', PASSWORD);
    const ofUser = async () => (await audit(`user ${id}`)).filter((entry) => entry.at === at);
    const base = {
      id: expect.any(String),
      at,
      adminId: '',
      adminName: '',
      subject: `user ${id}`,
      userId: id,
      userName: 'Ada Lovelace',
      before: null,
      ip: '192.0.2.7',
    };
    expect(await ofUser()).toHaveLength(2);
    expect(await ofUser()).toEqual(
      expect.arrayContaining([
        { ...base, action: USER, after: null, times: 1 },
        { ...base, action: `${USER} (failed)`, after: { failed: 'password' }, times: 3 },
      ]),
    );
    t.clock.now += MINUTE - 1;
    await signIn('signs-in@example.org', WRONG);
    await signIn('signs-in@example.org', WRONG, '192.0.2.8');
    expect((await ofUser()).map(({ times }) => times).sort()).toEqual([1, 4]);
    t.clock.now += 1;
    await signIn('signs-in@example.org', WRONG);
    const failed = (await audit(`user ${id}`)).filter(({ action }) => action.endsWith('(failed)'));
    expect(failed.map(({ times, ip }) => [times, ip])).toEqual([
      [1, '192.0.2.7'],
      [1, '192.0.2.8'],
      [4, '192.0.2.7'],
    ]);
    expect((await audit('ada lovelace')).length, 'found by the name').toBeGreaterThan(2);
  });

  test('an administrator’s: one who signed in did it, who did not is nobody; a wrong second factor too', async () => {
    const { username, password, token, id } = await administrator(t, 'reviewer');
    await enrol(t, { token, password });
    nextMinute();
    const at = new Date(t.clock.now).toISOString();
    await signInAdmin({ username, password: WRONG });
    await signInAdmin({ username, password, totp: '000000' });
    const rows = (await audit(username)).filter((entry) => entry.at === at);
    expect(rows.map(({ adminId, action, after, subject }) => ({ adminId, action, after, subject }))).toEqual(
      expect.arrayContaining([
        { adminId: '', action: `${ADMIN} (failed)`, after: { failed: 'password' }, subject: username },
        { adminId: '', action: `${ADMIN} (failed)`, after: { failed: 'second factor' }, subject: username },
      ]),
    );
    const own = await t.call<{ list: AuditEntry[] }>('GET', `/api/v1/admin/audit?adminId=${owner.id}`, {
      token: owner.token,
    });
    expect(own.list.filter(({ action }) => action === ADMIN)).toMatchObject([
      { adminName: 'The owner', subject: owner.username, userId: null, userName: null, times: 1 },
    ]);
    expect(id).not.toBe('');
  });

  test('of an account that does not exist, what was typed is not kept: it may be a password', async () => {
    nextMinute();
    for (const typed of ['my secret words', 'someone@example.org', 'someone-else@example.org'])
      await signIn(typed, WRONG, '192.0.2.99');
    const rows = (await audit('does not exist')).filter(({ ip }) => ip === '192.0.2.99');
    expect(rows).toMatchObject([{ action: `${USER} (failed)`, times: 3, userId: null }]);
    const all = JSON.stringify(await sql(t, 'select * from audit'));
    for (const word of ['secret words', 'someone', WRONG, PASSWORD]) expect(all).not.toContain(word);
  });

  test('a flood from ever new addresses fills nothing', guardOn(database), async () => {
    await t.user('flooded@example.org');
    nextMinute();
    const before = await rowCount(t, 'audit');
    for (let i = 0; i < 130; i++) await signIn('nobody@example.org', WRONG, `198.51.100.${i}`);
    expect(await rowCount(t, 'audit')).toBe(before + 101);
    expect(await audit('further accounts')).toMatchObject([{ times: 30, ip: '' }]);
    nextMinute();
    await signIn('nobody@example.org', WRONG, '198.51.100.200');
    expect(await rowCount(t, 'audit')).toBe(before + 102);
  });

  test('exports of what is about people: the records by an administrator, the own account by a user', async () => {
    const { id, token } = await t.user('exports@example.org');
    await t.inject('GET', '/api/v1/admin/records/export?keyword=exports%40example.org&version=1.0', {
      token: owner.token,
    });
    expect((await audit('records/export'))[0]).toMatchObject({
      adminId: owner.id,
      subject: 'download records',
      after: { keyword: true, version: '1.0' },
    });
    await t.inject('GET', '/api/v1/account/export', { token });
    expect((await audit('account/export'))[0]).toMatchObject({
      adminId: '',
      userId: id,
      userName: 'Ada Lovelace',
      ip: '127.0.0.1',
    });
    const refused = await rowCount(t, 'audit');
    await t.inject('GET', '/api/v1/admin/records/export', { token });
    await t.inject('GET', '/api/v1/account/export');
    expect(await rowCount(t, 'audit')).toBe(refused);
  });

  test('decisions §6: with the account, the person is forgotten there too; that it happened stays', async () => {
    const { id, token } = await t.user('forgotten@example.org');
    await signIn('forgotten@example.org', WRONG, '203.0.113.50');
    const before = await audit(`user ${id}`);
    expect(before.every(({ userName }) => userName === 'Ada Lovelace')).toBe(true);
    const body = { password: PASSWORD };
    await t.call('POST', '/api/v1/account/deletion', { token, body });
    const after = await audit(`user ${id}`);
    expect(after.map(({ id: entry, action, times }) => ({ entry, action, times }))).toEqual(
      before.map(({ id: entry, action, times }) => ({ entry, action, times })),
    );
    for (const { userName, userId, adminId, ip } of after)
      expect({ userName, userId, ip }).toEqual({
        userName: null,
        userId: id,
        ip: adminId === '' ? '' : '127.0.0.1',
      });
    const rows = JSON.stringify(await sql(t, `select * from audit where person_id = '${id}'`));
    for (const word of ['Lovelace', 'lovelace', 'forgotten', '203.0.113.50'])
      expect(rows).not.toContain(word);
  });

  test('a user whom an administrator deletes leaves no name in that entry', async () => {
    const { id } = await t.user('removed@example.org');
    await t.call('DELETE', `/api/v1/admin/user/${id}`, { token: owner.token });
    const entry = (await audit(`user ${id}`)).find(({ action }) => action.startsWith('DELETE'));
    expect(entry).toMatchObject({ adminId: owner.id, userId: id, userName: null, after: { deleted: true } });
  });
});
