// @module-tag guards
import { afterAll, beforeAll, expect, test } from 'vitest';
import { acceptInvitation } from '../contract/administrators.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import {
  ADMIN_PASSWORD,
  administrator,
  invitedToken,
  type TestAdministrator,
} from '../server/testing/administrators.ts';
import { buildTestApp, type TestApp } from '../server/testing/build-test-app.ts';
import { type DatabaseKind, onEitherDatabase } from '../server/testing/databases.ts';
import { filesUnder, rowCount, sql } from '../server/testing/look-inside.ts';
import { adminWrites } from './support/admin-writes.ts';
import { contractEndpoints, isAdminWrite, nameOf } from './support/contract.ts';
import { LONG } from './support/guards.ts';
import { adminInstitution } from './support/institution-writes.ts';
import type { Made } from './support/made.ts';
import { whileEntriesFail } from './support/refused-entries.ts';

/** Calls that leave no entry: each with why. */
const exceptions: Record<string, string> = {
  'POST /api/v1/admin/logout': "ends nothing but the caller's own session",
  'POST /api/v1/admin/terms/preview': 'changes nothing',
};

const endpoints = (await contractEndpoints()).filter(
  (one) => (isAdminWrite(one) && !(nameOf(one) in exceptions)) || one === acceptInvitation,
);

const tableNames: Record<DatabaseKind, string> = {
  SQLite: "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'",
  PostgreSQL: "select table_name as name from information_schema.tables where table_schema = 'public'",
};

/** Each server writes there by itself every few seconds that it lives, whatever is called. */
const BEATS = 'servers';

onEitherDatabase('decisions §2: no change without its entry in the audit log', (database) => {
  let t: TestApp;
  let owner: TestAdministrator;
  let calls: Record<string, () => Promise<Made>>;
  let tables: string[];

  beforeAll(async () => {
    t = await buildTestApp({ database, env: adminInstitution });
    owner = await administrator(t, 'owner', 'auditing@lab.example');
    calls = {
      ...adminWrites(t, owner, (secret) => secret),
      [nameOf(acceptInvitation)]: () => invited('joins@lab.example'),
    };
    tables = (await sql<{ name: string }>(t, tableNames[database]))
      .map(({ name }) => name)
      .filter((name) => name !== BEATS);
  });
  afterAll(() => t.close());

  async function invited(email: string): Promise<Made> {
    const body = { email, role: 'curator' };
    await t.call('POST', '/api/v1/admin/invitations', { token: owner.token, body });
    const token = await invitedToken(t, email);
    return { body: { token, name: 'The curator', password: ADMIN_PASSWORD }, subject: email };
  }

  /** All rows and files. */
  async function everything(): Promise<Record<string, string[]>> {
    const found: Record<string, string[]> = {};
    for (const name of tables) {
      const rows = await sql<object>(t, `select * from ${name}`);
      found[name] = rows.map((row) => JSON.stringify(row)).sort();
    }
    for (const part of ['blobs', 'tmp'] as const) found[`files in ${part}`] = await filesUnder(t, part);
    return found;
  }

  async function expectRefusal({ method, path }: Endpoint, made: Made): Promise<void> {
    if (method === 'GET') throw new Error('a GET changes nothing');
    const { by = owner, params = {}, body } = made;
    const url = path.replace(/:(\w+)/g, (_, key) => params[key] ?? '');
    const call = () => t.ask(method, url, { token: by.token, ...(body ? { body } : {}) });
    // What was set going before is done.
    await t.app.settle();
    const before = await everything();
    const refused = await whileEntriesFail(t, async () => {
      const answer = await call();
      await t.app.settle();
      return answer;
    });
    expect(refused.code).toBe(500);
    expect(await everything()).toEqual(before);
    const entries = await rowCount(t, 'audit');
    expect((await call()).code, 'nothing else was in the way').toBe(200);
    expect(await rowCount(t, 'audit')).toBe(entries + 1);
  }

  for (const endpoint of endpoints) {
    const name = nameOf(endpoint);
    test(name, database === 'SQLite' ? LONG : {}, async () => {
      const make = calls[name];
      if (!make) throw new Error('say in support/admin-writes.ts how the call succeeds');
      await expectRefusal(endpoint, await make());
    });
  }

  test('a link that sets a new password', async () => {
    const { id } = await administrator(t, 'auditor', 'forgets@lab.example');
    const made = await invited('link@lab.example');
    await sql(t, `update invitations set admin_id = '${id}' where email = 'link@lab.example'`);
    await expectRefusal(acceptInvitation, made);
  });

  test('of many users: those with an entry are decided, where it fails the call ends', async () => {
    const ids: string[] = [];
    for (const name of ['one', 'two', 'three']) ids.push((await t.user(`${name}@example.org`, 'pending')).id);
    const entries = await rowCount(t, 'audit');
    const body = { ids, status: 'approved' };
    const review = () => t.ask('PUT', '/api/v1/admin/userReview', { token: owner.token, body });
    expect((await whileEntriesFail(t, review, `user ${ids[1]}`)).code).toBe(500);
    const approved = await sql<{ id: string }>(
      t,
      `select id from users where status = 'approved' and id in (${ids.map((id) => `'${id}'`)})`,
    );
    expect(approved).toEqual([{ id: ids[0] }]);
    expect(await rowCount(t, 'audit')).toBe(entries + 1);
    expect(await rowCount(t, `audit where subject = 'user ${ids[0]}' and action like 'PUT%'`)).toBe(1);
  });
});
