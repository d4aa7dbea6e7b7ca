import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditEntry } from '../contract/administrators.ts';
import { ADMIN_PASSWORD, administrator, type TestAdministrator } from '../server/testing/administrators.ts';
import { ADMIN, buildTestApp, PASSWORD, type TestApp } from '../server/testing/build-test-app.ts';
import { sql } from '../server/testing/look-inside.ts';
import { adminWrites, NEXT_PASSWORD, REASON } from './support/admin-writes.ts';
import { contractEndpoints, isAdminWrite, nameOf } from './support/contract.ts';
import { adminInstitution } from './support/institution-writes.ts';
import type { Made } from './support/made.ts';

/** What must be in no audit row: every password, token and code that these tests have touched. */
const secrets = new Set<string>([ADMIN.password, PASSWORD, ADMIN_PASSWORD, NEXT_PASSWORD]);
const keep = <T extends string>(secret: T): T => {
  secrets.add(secret);
  return secret;
};

let t: TestApp;
let owner: TestAdministrator;
let writes: Record<string, () => Promise<Made>>;

/** Calls that change nothing but the caller's own session, or nothing at all. */
const unaudited = ['POST /api/v1/admin/logout', 'POST /api/v1/admin/terms/preview'];

const audit = async (query = ''): Promise<{ list: AuditEntry[]; count: number }> =>
  t.call('GET', `/api/v1/admin/audit?pageSize=200${query}`, { token: owner.token });

describe('every change of an administrator is in the audit log', async () => {
  const endpoints = (await contractEndpoints()).filter(isAdminWrite);

  beforeAll(async () => {
    t = await buildTestApp({ env: adminInstitution });
    owner = await administrator(t, 'owner', 'auditing@lab.example');
    keep(owner.token);
    writes = adminWrites(t, owner, keep);
  });
  afterAll(() => t.close());

  for (const endpoint of endpoints.filter((one) => !unaudited.includes(nameOf(one)))) {
    const name = nameOf(endpoint);
    test(name, async () => {
      const make = writes[name];
      if (!make)
        throw new Error('say in support/admin-writes.ts how the call succeeds and what its row must hold');
      const made = await make();
      const { by = owner, params = {}, body, subject, before = null, after = null } = made;
      const { count } = await audit();
      const url = endpoint.path.replace(/:(\w+)/g, (_, key) => params[key] ?? '');
      await t.call(endpoint.method, url, { token: by.token, ...(body ? { body } : {}) });
      const { list, count: then } = await audit();
      expect(then, 'one row').toBe(count + 1);
      const userId = made.userId ?? /^user (.+)/.exec(subject)?.[1] ?? null;
      const isGone = userId === null || name === 'DELETE /api/v1/admin/user/:id';
      const row = list.find((entry) => entry.action === name && entry.subject === subject);
      expect(row).toEqual({
        id: expect.any(String),
        at: new Date(t.clock.now).toISOString(),
        adminId: by.id,
        adminName: 'The owner',
        action: name,
        subject,
        userId,
        userName: isGone ? null : 'Ada Lovelace',
        times: 1,
        before,
        after,
        ip: '127.0.0.1',
      });
    });
  }

  test('signing out is none', async () => {
    // The one who invites has signed in within this minute: sign-ins of one minute share an entry.
    await t.adminToken();
    const { count } = await audit();
    const { token } = await administrator(t, 'owner', 'leaves@lab.example');
    const { count: made } = await audit();
    expect(made, 'the invitation, its acceptance and the sign-in').toBe(count + 3);
    await t.call('POST', unaudited[0]?.split(' ')[1] ?? '', { token });
    expect((await audit()).count).toBe(made);
  });

  test('accepting an invitation is the first thing that the new administrator did', async () => {
    const { id, username } = await administrator(t, 'owner', 'arrives@lab.example');
    const { list } = await audit(`&adminId=${id}`);
    const accepted = list.filter(({ action }) => !action.endsWith('/login'));
    expect(list).toHaveLength(2);
    expect(accepted).toMatchObject([
      {
        action: 'POST /api/v1/admin/invitation/accept',
        subject: username,
        before: null,
        after: { role: 'owner' },
      },
    ]);
  });

  test('a review that changes nobody is noted, and is no error', async () => {
    const body = { ids: ['nobody'], status: 'approved' };
    const answer = await t.ask('PUT', '/api/v1/admin/userReview', { token: owner.token, body });
    expect(answer).toMatchObject({ code: 200, data: { done: [], failed: [{ userId: 'nobody' }] } });
  });

  test('a refused call leaves no row', async () => {
    const { count } = await audit();
    for (const body of [{ role: 'auditor' }, { role: 'nonsense' }]) {
      const answer = await t.ask('PUT', `/api/v1/admin/administrators/${owner.id}`, {
        token: owner.token,
        body,
      });
      expect([400, 409]).toContain(answer.code);
    }
    expect((await audit()).count).toBe(count);
  });

  test('no password, token or code is ever in it', async () => {
    for (const mail of await t.mails()) {
      const token = /token=([\w-]{40,})/.exec(mail.text)?.[1];
      const code = /Your code: (\d{8})/.exec(mail.text)?.[1];
      if (token) keep(token);
      if (code) keep(code);
    }
    expect(secrets.size).toBeGreaterThan(40);
    const rows = JSON.stringify(await sql(t, 'select * from audit'));
    const hashes = await sql<Record<string, string>>(t, 'select password_hash from administrators');
    for (const { password_hash = '?' } of hashes) keep(password_hash);
    // Six or eight digits may stand inside a time or a hash by accident: these are looked for as whole words.
    const words = new Set(rows.split(/[^\w.-]+/));
    const found = [...secrets].filter((secret) =>
      /^\d+$/.test(secret) ? words.has(secret) : rows.includes(secret),
    );
    expect(found).toEqual([]);
  });

  test('of users it knows the name alone, and of one who was deleted an id', async () => {
    const people = await sql<Record<string, string>>(t, 'select id, email, affiliation from users');
    expect(people.length).toBeGreaterThan(2);
    const [first] = people;
    await t.call('DELETE', `/api/v1/admin/user/${first?.id}`, { token: owner.token });
    const rows = JSON.stringify(await sql(t, 'select * from audit'));
    for (const { id = '?', ...named } of people) {
      expect(rows).toContain(`user ${id}`);
      for (const value of Object.values(named)) expect(rows).not.toContain(value);
    }
    for (const word of ['grace', REASON]) expect(rows).not.toContain(word);
    for (const row of await sql(t, `select * from audit where person_id = '${first?.id}'`)) {
      expect(JSON.stringify(row)).not.toMatch(/lovelace/i);
    }
    for (const { id } of people.slice(1)) {
      expect(JSON.stringify(await sql(t, `select * from audit where person_id = '${id}'`))).toContain(
        'Ada Lovelace',
      );
    }
  });
});
