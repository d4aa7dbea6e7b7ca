import { afterAll, beforeAll, expect, test } from 'vitest';
import { acceptInvitation } from '../contract/administrators.ts';
import {
  ADMIN_PASSWORD,
  administrator,
  invitedToken,
  type TestAdministrator,
} from '../server/testing/administrators.ts';
import { buildTestApp, type TestApp } from '../server/testing/build-test-app.ts';
import { type DatabaseKind, onEitherDatabase } from '../server/testing/databases.ts';
import { filesUnder, sql } from '../server/testing/look-inside.ts';
import { adminWrites, type Made } from './support/admin-writes.ts';
import { contractEndpoints, isAdminWrite, nameOf } from './support/contract.ts';

/** Calls that leave no entry: each with why. */
const exceptions: Record<string, string> = {
  'POST /api/v1/admin/logout': "ends nothing but the caller's own session",
};

/** An `insert` into the audit log fails from one on to the other. */
const refusing: Record<DatabaseKind, { begin: string[]; end: string[] }> = {
  SQLite: {
    begin: [
      "create trigger no_audit before insert on audit begin select raise(abort, 'the disk is full'); end",
    ],
    end: ['drop trigger no_audit'],
  },
  PostgreSQL: {
    begin: [
      `create or replace function refuse() returns trigger language plpgsql as
       $$ begin raise exception 'the disk is full'; end $$`,
      'create trigger no_audit before insert on audit for each row execute function refuse()',
    ],
    end: ['drop trigger no_audit on audit'],
  },
};

const tableNames: Record<DatabaseKind, string> = {
  SQLite: "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'",
  PostgreSQL: "select table_name as name from information_schema.tables where table_schema = 'public'",
};

const endpoints = (await contractEndpoints()).filter(
  (one) => (isAdminWrite(one) && !(nameOf(one) in exceptions)) || one === acceptInvitation,
);

onEitherDatabase('decisions §2: no change without its entry in the audit log', (database) => {
  let t: TestApp;
  let owner: TestAdministrator;
  let calls: Record<string, () => Promise<Made>>;
  let tables: string[];

  beforeAll(async () => {
    t = await buildTestApp({ database });
    owner = await administrator(t, 'owner', 'auditing@lab.example');
    const keep = <T extends string>(secret: T) => secret;
    calls = {
      ...adminWrites(t, owner, keep),
      [nameOf(acceptInvitation)]: () => invited('joins@lab.example'),
    };
    tables = (await sql<{ name: string }>(t, tableNames[database])).map(({ name }) => name);
  });
  afterAll(() => t.close());

  async function invited(email: string): Promise<Made> {
    const body = { email, role: 'curator' };
    await t.call('POST', '/api/v1/admin/invitations', { token: owner.token, body });
    const token = await invitedToken(t, email);
    return { body: { token, name: 'The curator', password: ADMIN_PASSWORD }, subject: email };
  }

  /** Everything that is kept: rows, the bytes of files, halves of them. */
  async function everything(): Promise<Record<string, string[]>> {
    const found: Record<string, string[]> = {};
    for (const name of tables) {
      const rows = await sql<object>(t, `select * from ${name}`);
      found[name] = rows.map((row) => JSON.stringify(row)).sort();
    }
    for (const part of ['blobs', 'tmp'] as const) found[`files in ${part}`] = await filesUnder(t, part);
    return found;
  }

  /** @param made the valid input of a call */
  async function refusedThenDone(method: 'POST' | 'PUT' | 'DELETE', path: string, made: Made) {
    const { by = owner, params = {}, body } = made;
    const url = path.replace(/:(\w+)/g, (_, key) => params[key] ?? '');
    const call = () => t.ask(method, url, { token: by.token, ...(body ? { body } : {}) });
    // What was set going before is done.
    await t.app.settle();
    const before = await everything();
    for (const statement of refusing[database].begin) await sql(t, statement);
    const refused = await call();
    await t.app.settle();
    for (const statement of refusing[database].end) await sql(t, statement);
    expect(refused.code).toBe(500);
    expect(await everything()).toEqual(before);
    // It was the entry alone that was in the way.
    expect((await call()).code).toBe(200);
    const { length } = (await everything()).audit ?? [];
    expect(length).toBe((before.audit ?? []).length + 1);
  }

  test.each(endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    '%s',
    async (name, { method, path }) => {
      const make = calls[name];
      if (!make) throw new Error('say in support/admin-writes.ts how the call succeeds');
      if (method === 'GET') throw new Error('a GET changes nothing');
      await refusedThenDone(method, path, await make());
    },
  );

  test('a link that sets a new password', async () => {
    const { id, username } = await administrator(t, 'auditor', 'forgets@lab.example');
    const made = await invited('link@lab.example');
    await sql(t, `update invitations set admin_id = '${id}' where email = 'link@lab.example'`);
    await refusedThenDone('POST', acceptInvitation.path, { ...made, subject: username });
  });
});
