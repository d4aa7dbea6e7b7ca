import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Administrator, AuditEntry } from '../contract/administrators.ts';
import { vitrineVersion } from '../server/shared/version.ts';
import {
  ADMIN_PASSWORD,
  administrator,
  adminLogin,
  codeAt,
  enrol,
  tokenOfLink,
} from '../server/testing/administrators.ts';
import { ADMIN, buildTestApp, type TestApp } from '../server/testing/build-test-app.ts';
import { onEitherDatabase, temporaryFolder } from '../server/testing/databases.ts';
import { rowCount, sql } from '../server/testing/look-inside.ts';
import { GUARD, guardOn } from './support/guards.ts';
import { callServer, startServer } from './support/server-process.ts';
import { vitrine } from './support/vitrine.ts';

const NEXT = 'eleven paper boats in a thunderstorm';

onEitherDatabase('operations "Commands": vitrine admin reset, beside a running portal', (database) => {
  let t: TestApp;
  let env: Record<string, string>;
  beforeAll(async () => {
    t = await buildTestApp({ database });
    env = {
      DATA_DIR: t.folder,
      PUBLIC_URL: 'https://data.lab.example',
      ...(t.databaseUrl ? { DATABASE_URL: t.databaseUrl } : {}),
    };
  });
  afterAll(() => t.close());

  const reset = async (...args: string[]) => {
    const done = await vitrine(env, 'admin', 'reset', ...args);
    // The command goes by the machine's clock: what comes afterwards is later there, too.
    t.clock.now = Math.max(t.clock.now, Date.now() + 1);
    return done;
  };
  const alive = async (token: string) => (await t.ask('GET', '/api/v1/admin/userInfo', { token })).code;
  const login = (username: string, password: string, more: object = {}) =>
    t.ask('POST', '/api/v1/admin/login', { body: { username, password, ...more } });
  const accept = (token: string | undefined, password = NEXT) =>
    t.ask('POST', '/api/v1/admin/invitation/accept', { body: { token, password } });
  const audit = async (keyword: string) =>
    (
      await t.call<{ list: AuditEntry[] }>('GET', `/api/v1/admin/audit?keyword=${keyword}`, {
        token: await t.adminToken(),
      })
    ).list;

  test('the owner gets a link that sets a new password, once; all sessions end; the audit log says so', async () => {
    const sessions = [await t.adminToken(), await t.adminToken()];
    const other = await administrator(t, 'curator');
    const open = await rowCount(t, 'sessions where ended_at is null and replaced_at is null');
    const { code, stdout } = await reset(` ${ADMIN.username.toUpperCase()} `);
    expect(code, stdout).toBe(0);
    expect(stdout).toContain(`Administrator, owner, ${ADMIN.username}`);
    expect(stdout).toMatch(/Sessions ended: [1-9]/);
    expect(stdout).toContain('Two-step sign-in was not on.');
    expect(stdout).toContain('https://data.lab.example/admin/invite#token=');
    for (const token of sessions) expect(await alive(token)).toBe(401);
    expect(await alive(other.token), 'nobody else’s').toBe(200);
    expect(await rowCount(t, 'sessions where ended_at is null')).toBeLessThan(open);

    const token = tokenOfLink(stdout) ?? '';
    expect(JSON.stringify(await sql(t, 'select * from invitations'))).not.toContain(token);
    expect(await t.call('POST', '/api/v1/admin/invitation/read', { body: { token } })).toEqual({
      email: ADMIN.username,
      role: 'owner',
      resets: true,
    });
    expect(await accept(token, 'password123456789')).toMatchObject({
      code: 400,
      errors: [{ path: 'password' }],
    });
    expect((await login(ADMIN.username, ADMIN.password)).code, 'the old one, until then').toBe(200);
    const answers = await Promise.all(Array.from({ length: 5 }, () => accept(token)));
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, 404, 404, 404, 404]);
    expect((await login(ADMIN.username, ADMIN.password)).code).toBe(400);
    const signedIn = await t.call<{ token: string }>('POST', '/api/v1/admin/login', {
      body: { username: ADMIN.username, password: NEXT },
    });
    const { administrators, invitations } = await t.call<{
      administrators: Administrator[];
      invitations: object[];
    }>('GET', '/api/v1/admin/administrators', { token: signedIn.token });
    expect([administrators.length, invitations]).toEqual([2, []]);

    const list = await t.call<{ list: AuditEntry[] }>('GET', '/api/v1/admin/audit', {
      token: signedIn.token,
    });
    const changes = list.list.filter(({ action }) => !action.startsWith('POST /api/v1/admin/login'));
    expect(changes.slice(0, 2)).toMatchObject([
      {
        action: 'POST /api/v1/admin/invitation/accept',
        subject: ADMIN.username,
        after: { password: 'new', unlinked: 0 },
      },
      {
        action: 'vitrine admin reset',
        adminId: 'command line',
        adminName: expect.stringMatching(/^.+ \(on the server\)$/),
        subject: ADMIN.username,
        after: { secondFactor: 'was off' },
      },
    ]);
    // The others sign in as the tests' owner.
    await t.call('POST', '/api/v1/admin/changePassword', {
      token: signedIn.token,
      body: { oldPassword: NEXT, newPassword: ADMIN.password },
    });
  });

  test(
    'threat 40: what was linked by the old password, until the link was used, goes with it',
    guardOn(database),
    async () => {
      const admin = await administrator(t, 'curator', 'linker@lab.example');
      const link = (subject: string) =>
        sql(
          t,
          `insert into administrator_identities (id, admin_id, issuer, subject, linked_at)
         values ('${subject}', '${admin.id}', 'https://idp.example', '${subject}', ${t.clock.now}) returning id`,
        );
      const linked = () => rowCount(t, `administrator_identities where admin_id = '${admin.id}'`);
      await link('before');
      const { stdout } = await reset(admin.username);
      expect(await linked()).toBe(0);
      // Whoever has the old password still signs in, and links.
      expect((await login(admin.username, ADMIN_PASSWORD)).code).toBe(200);
      await link('meanwhile');
      expect((await accept(tokenOfLink(stdout))).code).toBe(200);
      expect(await linked()).toBe(0);
      const noted = (await audit('')).filter(({ subject }) => subject === admin.username);
      const resets = noted.filter(({ action }) => /accept$|reset$/.test(action));
      expect(resets.slice(0, 2)).toMatchObject([
        { action: 'POST /api/v1/admin/invitation/accept', after: { password: 'new', unlinked: 1 } },
        { action: 'vitrine admin reset', after: { unlinked: 1 } },
      ]);
    },
  );

  // SQLite has one writer at a time.
  if (database === 'PostgreSQL')
    test('threat 40: a reset waits for a link under way, and unlinks it', async () => {
      const admin = await administrator(t, 'curator', 'racer@lab.example');
      const linking = new pg.Client({ connectionString: t.databaseUrl });
      await linking.connect();
      await linking.query('begin');
      await linking.query('select id from administrators where id = $1 for no key update', [admin.id]);
      await linking.query(
        `insert into administrator_identities (id, admin_id, issuer, subject, linked_at)
         values ('racing', $1, 'https://idp.example', 'racing', 0)`,
        [admin.id],
      );
      const resetting = reset(admin.username);
      const waiting = async () =>
        (
          await sql(
            t,
            `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
        ).length;
      try {
        await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
        await linking.query('commit');
      } finally {
        await linking.end();
      }
      expect((await resetting).code).toBe(0);
      expect(await rowCount(t, `administrator_identities where admin_id = '${admin.id}'`)).toBe(0);
    });

  test('the second factor stays unless it is asked for, and goes whole', guardOn(database), async () => {
    const admin = await administrator(t, 'reviewer');
    const { username } = admin;
    const { secret, recoveryCodes } = await enrol(t, admin);
    t.clock.now += 60_000;
    const first = await reset(username);
    expect(first.stdout).toContain('Two-step sign-in stays on');
    expect((await accept(tokenOfLink(first.stdout))).code).toBe(200);
    expect(await login(username, NEXT)).toMatchObject({ code: 400, errors: [{ path: 'totp' }] });
    expect((await login(username, NEXT, { totp: codeAt(secret, t.clock.now) })).code).toBe(200);

    const second = await reset(username, '--second-factor');
    expect(second.stdout).toContain('Two-step sign-in is off now, and its recovery codes are gone.');
    expect((await login(username, NEXT)).code).toBe(200);
    for (const table of ['recovery_codes', 'totp_steps'])
      expect(await rowCount(t, `${table} where admin_id = '${admin.id}'`), table).toBe(0);
    expect(JSON.stringify(await audit('reset'))).not.toContain(recoveryCodes[0]);
    const noted = (await audit('vitrine admin reset')).filter(({ subject }) => subject === username);
    expect(noted.map(({ after }) => (after as { secondFactor: string }).secondFactor)).toEqual([
      'removed',
      'stays',
    ]);
  });

  test(
    'each link takes the one before back; disabling the account takes it, too',
    guardOn(database),
    async () => {
      const admin = await administrator(t, 'auditor');
      const links = [await reset(admin.username), await reset(admin.username)];
      const [old, current] = links.map(({ stdout }) => tokenOfLink(stdout));
      expect((await accept(old)).code).toBe(404);
      const update = async (disabled: boolean) =>
        t.call('PUT', `/api/v1/admin/administrators/${admin.id}`, {
          token: await t.adminToken(),
          body: { disabled },
        });
      await update(true);
      expect((await accept(current)).code).toBe(404);
      expect(await reset(admin.username)).toMatchObject({ code: 1, stderr: /is disabled/ });
      await update(false);
      expect((await accept(current)).code, 'not after enabling, either').toBe(404);
      expect((await login(admin.username, ADMIN_PASSWORD)).code).toBe(200);
    },
  );

  test('the link is good for 24 hours', async () => {
    const admin = await administrator(t, 'curator', 'late@lab.example');
    const token = tokenOfLink((await reset(admin.username)).stdout);
    t.clock.now += 25 * 3_600_000;
    expect((await accept(token)).code).toBe(404);
  });

  test('an unknown address: words and 1, and nothing changes', async () => {
    const before = await rowCount(t, 'audit');
    const answer = await reset('nobody@lab.example');
    expect(answer).toMatchObject({
      code: 1,
      stdout: '',
      stderr: /no administrator with the address nobody@lab/,
    });
    expect(await rowCount(t, 'audit')).toBe(before);
  });
});

onEitherDatabase('operations "Commands": vitrine admin list, invite, disable; vitrine user', (database) => {
  let t: TestApp;
  let run: (...args: string[]) => ReturnType<typeof vitrine>;
  beforeAll(async () => {
    t = await buildTestApp({ database });
    const env = {
      DATA_DIR: t.folder,
      PUBLIC_URL: 'https://data.lab.example',
      ...(t.databaseUrl ? { DATABASE_URL: t.databaseUrl } : {}),
    };
    run = async (...args) => {
      const done = await vitrine(env, ...args);
      t.clock.now = Math.max(t.clock.now, Date.now() + 1);
      return done;
    };
  });
  afterAll(() => t.close());

  const audited = async (action: string) =>
    (
      await t.call<{ list: AuditEntry[] }>(
        'GET',
        `/api/v1/admin/audit?keyword=${encodeURIComponent(action)}`,
        {
          token: await t.adminToken(),
        },
      )
    ).list;

  test('invite → accepted by the printed link, or the one in the mail; list names both; disable ends the sessions', async () => {
    const { code, stdout } = await run('admin', 'invite', 'Curator@lab.example', '--role', 'curator');
    expect(code).toBe(0);
    expect(stdout).toContain('https://data.lab.example/admin/invite#token=');
    const token = tokenOfLink(stdout);
    const mail = (await t.mails()).find(({ to }) => to === 'curator@lab.example');
    expect(mail?.text).toContain(token);
    const body = { token, name: 'Mary', password: ADMIN_PASSWORD };
    await t.call('POST', '/api/v1/admin/invitation/accept', { body });
    const session = await adminLogin(t, 'curator@lab.example');

    const listed = await run('admin', 'list');
    expect(listed.stdout).toMatch(/^curator@lab\.example +Mary +curator$/m);
    expect(listed.stdout).toContain('2 administrators.');
    expect(await run('admin', 'invite', 'curator@lab.example', '--role', 'owner')).toMatchObject({
      code: 1,
      stderr: /already/,
    });

    expect(await run('admin', 'disable', 'curator@lab.example')).toMatchObject({ code: 0 });
    expect((await t.ask('GET', '/api/v1/admin/userInfo', { token: session })).code).toBe(401);
    expect((await run('admin', 'list')).stdout).toMatch(/curator@lab\.example .+ disabled since \d{4}-/);
    expect(await audited('vitrine admin')).toMatchObject([
      { action: 'vitrine admin disable', adminId: 'command line', subject: 'curator@lab.example' },
      { action: 'vitrine admin invite', adminId: 'command line', after: { role: 'curator' } },
    ]);
  });

  test('the last owner is not disabled, nobody who is not there', guardOn(database), async () => {
    expect(await run('admin', 'disable', ADMIN.username)).toMatchObject({ code: 1, stderr: /last owner/ });
    expect(await run('admin', 'disable', 'nobody@lab.example')).toMatchObject({
      code: 1,
      stderr: /no administrator/,
    });
    expect((await t.ask('GET', '/api/v1/admin/userInfo', { token: await t.adminToken() })).code).toBe(200);
  });

  test('user find, suspend and export', guardOn(database), async () => {
    const { id, token } = await t.user('ada@lab.example');
    await t.dataset();
    const found = await run('user', 'find', 'LOVELACE', 'ada@');
    expect(found).toMatchObject({
      code: 0,
      stdout: /^ada@lab\.example +Ada Lovelace .+ approved +registered/,
    });
    expect(found.stdout).toContain('1 person.');
    expect(await run('user', 'find', 'nobody')).toMatchObject({ code: 1, stdout: '0 people.\n' });

    expect(await run('user', 'suspend', 'ada@lab.example')).toMatchObject({ code: 2, stderr: /--reason/ });
    expect(
      await run('user', 'suspend', 'ada@lab.example', '--reason', 'Links were passed on.'),
    ).toMatchObject({
      code: 0,
    });
    expect(await t.call('GET', '/api/v1/userInfo', { token })).toMatchObject({
      status: 'suspended',
      statusReason: 'Links were passed on.',
    });
    t.clock.now += 60_000;
    const mail = (await t.mails()).filter(({ to }) => to === 'ada@lab.example').at(-1);
    expect(mail?.text).toContain('Links were passed on.');
    const again = await run('user', 'suspend', 'ada@lab.example', '--reason', 'Again.');
    expect(again).toMatchObject({ code: 1, stderr: /cannot become suspended/ });
    expect(await run('user', 'suspend', 'no@lab.example', '--reason', 'x')).toMatchObject({ code: 1 });

    const { code, stdout } = await run('user', 'export', 'ada@lab.example');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ profile: { id, status: 'suspended' } });
    expect(await audited('vitrine user')).toMatchObject([
      { action: 'vitrine user export', subject: expect.stringContaining(id) },
      { action: 'vitrine user suspend', after: { status: 'suspended' } },
    ]);
  });
});

test('operations "Commands": vitrine --version prints the version', async () => {
  for (const flag of ['--version', '-V'])
    expect(await vitrine({}, flag)).toEqual({ code: 0, stdout: `${vitrineVersion}\n`, stderr: '' });
});

describe('operations "Commands": vitrine admin', () => {
  test('called wrongly: 2 and the usage; --help: the usage and 0', GUARD, async () => {
    for (const args of [
      [],
      ['invite', 'a@b.example'],
      ['invite', 'a@b.example', '--role', 'king'],
      ['disable'],
      ['nonsense'],
      ['reset'],
      ['reset', 'a@b.example', 'c'],
      ['reset', 'a@b.example', '--nonsense'],
    ])
      expect(await vitrine({}, 'admin', ...args), args.join(' ')).toMatchObject({
        code: 2,
        stderr: /Usage: vitrine admin/,
      });
    expect(await vitrine({}, 'admin', 'reset', 'nobody')).toMatchObject({
      code: 2,
      stderr: /no e-mail|not an e-mail/,
    });
    const help = await vitrine({}, 'admin', '--help');
    expect(help).toMatchObject({ code: 0, stdout: /Usage: vitrine admin .+ disable /s, stderr: '' });
  });

  test('where no portal is: words and 1, and no database is made', async () => {
    const folder = await temporaryFolder();
    try {
      const answer = await vitrine({ DATA_DIR: folder.path }, 'admin', 'reset', 'a@b.example');
      expect(answer).toMatchObject({ code: 1, stderr: /There is no database in/ });
      expect(await readdir(folder.path)).toEqual([]);
    } finally {
      await folder.remove();
    }
  });

  test('works while the server does not run', GUARD, async () => {
    const folder = await temporaryFolder();
    const dataDir = join(folder.path, 'data');
    try {
      await (await startServer(dataDir)).end();
      const { code, stdout } = await vitrine({ DATA_DIR: dataDir }, 'admin', 'reset', ADMIN.username);
      expect(code).toBe(0);
      const server = await startServer(dataDir);
      try {
        const body = { token: tokenOfLink(stdout), password: NEXT };
        await callServer(server.url, 'POST', '/api/v1/admin/invitation/accept', { body });
        const signIn = { username: ADMIN.username, password: NEXT };
        await callServer(server.url, 'POST', '/api/v1/admin/login', { body: signIn });
      } finally {
        await server.end();
      }
    } finally {
      await folder.remove();
    }
  });
});
