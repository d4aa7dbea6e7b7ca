import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '../../server/app.ts';
import { readConfig } from '../../server/config.ts';
import { ADMIN_PASSWORD, adminLogin, tokenOfLink } from '../../server/testing/administrators.ts';
import { buildTestApp, type TestApp } from '../../server/testing/build-test-app.ts';
import { freshDatabase, onEitherDatabase, temporaryFolder } from '../../server/testing/databases.ts';
import { rowCount, sql } from '../../server/testing/look-inside.ts';
import { GUARD, guardOn, LONG } from '../support/guards.ts';
import { startServer } from '../support/server-process.ts';

const NOBODY = { ADMIN_EMAIL: '', ADMIN_PASSWORD: '' };

/** What is tried first on any portal. */
const names = [
  'admin',
  'administrator',
  'root',
  'admin@example.org',
  'admin@example.com',
  'admin@localhost',
  'owner',
  '',
];
const passwords = ['admin', 'password', 'changeme', 'admin123', '123456', 'vitrine', 'directus', 'd1r3ctu5'];

onEitherDatabase('threats row 32: there is no default administrator', (database) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await buildTestApp({ database, env: NOBODY });
  });
  afterAll(() => t.close());

  const accept = (token: string, email?: string) =>
    t.ask('POST', '/api/v1/admin/invitation/accept', {
      body: { token, name: 'Mary', password: ADMIN_PASSWORD, ...(email ? { email } : {}) },
    });

  test('a fresh start has none', async () => {
    expect(await rowCount(t, 'administrators')).toBe(0);
  });

  test('common logins are refused', LONG, async () => {
    const tries = names.flatMap((username) => passwords.map((password) => ({ username, password })));
    for (const body of tries) {
      const answer = await t.ask('POST', '/api/v1/admin/login', { body });
      expect(answer.code, JSON.stringify(body)).toBe(400);
    }
    expect(await rowCount(t, 'sessions')).toBe(0);
  });

  test('the printed link makes the first owner, once, with an address of their own', async () => {
    const token = tokenOfLink(t.app.firstAdminLink ?? '') ?? '';
    expect(JSON.stringify(await sql(t, 'select * from invitations'))).not.toContain(token);
    expect(await t.call('POST', '/api/v1/admin/invitation/read', { body: { token } })).toEqual({
      email: null,
      role: 'owner',
      resets: false,
    });
    expect(await accept(token), 'somebody must be named').toMatchObject({
      code: 400,
      errors: [{ path: 'email' }],
    });
    const answers = await Promise.all(
      ['a@lab.example', 'b@lab.example'].map((email) => accept(token, email)),
    );
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 404]);
    expect(await rowCount(t, 'administrators')).toBe(1);
    const [{ username } = { username: '' }] = await sql<{ username: string }>(
      t,
      'select username from administrators',
    );
    const session = await adminLogin(t, username);
    expect(await t.call('GET', '/api/v1/admin/userInfo', { token: session })).toMatchObject({
      roles: ['owner'],
      permisaction: ['*:*:*'],
    });
    const list = await t.call<object>('GET', '/api/v1/admin/administrators', { token: session });
    expect(list).toMatchObject({ invitations: [] });
  });
});

onEitherDatabase('threats row 32: ADMIN_PASSWORD', (database) => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let db: Awaited<ReturnType<typeof freshDatabase>>;
  beforeAll(async () => {
    folder = await temporaryFolder();
    db = await freshDatabase(database);
  });
  afterAll(async () => {
    await db.drop();
    await folder.remove();
  });

  const env = (password: string) => ({ ADMIN_EMAIL: 'mary.ward@lab.example', ADMIN_PASSWORD: password });
  const databaseUrl = () => (db.url === undefined ? {} : { DATABASE_URL: db.url });
  const look = (statement: string) => sql({ folder: folder.path, databaseUrl: db.url }, statement);
  const administrators = () => look('select username, role from administrators');

  /** One start of the portal on the same data. */
  async function started(given: Record<string, string>): Promise<void> {
    const config = readConfig({
      DATA_DIR: folder.path,
      ...databaseUrl(),
      RATE_LIMIT_FACTOR: '0',
      ...given,
    });
    await (await buildApp({ config })).close();
  }

  /** What the server says that does not start. */
  async function refused(password: string): Promise<string> {
    try {
      await (await startServer(folder.path, { ...databaseUrl(), ...env(password) })).end();
      return 'it started';
    } catch (error) {
      return (error as Error).message;
    }
  }

  test(
    'is judged as any administrator’s: a weak one stops the start, says what to do, and leaves all as it was',
    guardOn(database),
    async () => {
      await started(NOBODY);
      const links = await look('select token_hash from invitations');
      expect(links).toHaveLength(1);
      for (const [password, why] of [
        ['fourteen chars', 'Use at least 15 characters.'],
        ['password123456789', 'too easy to guess. This is similar to a commonly used password.'],
        ['mary ward administrator', 'too easy to guess: it is mostly your name'],
      ] as const) {
        const said = await refused(password);
        expect(said).toContain('ended with 1:\nThe configuration is not usable:\n  ADMIN_PASSWORD: ');
        expect(said).toContain(why);
        expect(said).toContain('a link that makes the first administrator');
        expect(said, 'what may be a password elsewhere').not.toContain(password);
        expect(await administrators()).toEqual([]);
        expect(await look('select token_hash from invitations'), 'the printed link').toEqual(links);
      }
    },
  );

  test('a strong one makes the owner; from then on it is not looked at', async () => {
    const made = [{ username: 'mary.ward@lab.example', role: 'owner' }];
    for (const password of [ADMIN_PASSWORD, 'password123456789']) {
      await started(env(password));
      expect(await administrators()).toEqual(made);
    }
  });
});

describe('threats row 32: the printed link', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vitrine-first-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** One start of the portal on the same data, and what it says of the tokens. */
  async function started(env: Record<string, string>, now: number, tokens: string[] = []) {
    const config = readConfig({ DATA_DIR: folder, CAPTCHA_EFFORT: '0', RATE_LIMIT_FACTOR: '0', ...env });
    const app = await buildApp({ config, now: () => now });
    const codes: number[] = [];
    for (const token of tokens) {
      const answer = await app.server.inject({
        method: 'POST',
        url: '/api/v1/admin/invitation/read',
        payload: { token },
      });
      codes.push(answer.statusCode);
    }
    await app.close();
    return { link: app.firstAdminLink, codes };
  }

  test('is another at each start, and gone once there is an administrator', GUARD, async () => {
    const now = Date.now();
    const first = tokenOfLink((await started(NOBODY, now)).link ?? '') ?? '';
    const again = await started(NOBODY, now, [first]);
    const second = tokenOfLink(again.link ?? '') ?? '';
    expect(second).not.toBe(first);
    expect(again.codes, 'the one of the start before').toEqual([404]);
    const named = { ADMIN_EMAIL: 'mary@lab.example', ADMIN_PASSWORD };
    expect(await started(named, now, [first, second])).toEqual({ link: undefined, codes: [404, 404] });
    expect((await started(NOBODY, now)).link).toBeUndefined();
  });

  test('is good for 24 hours', GUARD, async () => {
    const now = { time: Date.now() };
    const config = readConfig({ DATA_DIR: folder, RATE_LIMIT_FACTOR: '0' });
    const app = await buildApp({ config, now: () => now.time });
    const token = tokenOfLink(app.firstAdminLink ?? '') ?? '';
    const read = async () =>
      (await app.server.inject({ method: 'POST', url: '/api/v1/admin/invitation/read', payload: { token } }))
        .statusCode;
    now.time += 86_400_000 - 1;
    expect(await read()).toBe(200);
    now.time += 1;
    expect(await read()).toBe(404);
    await app.close();
  });

  test('is what the server prints', async () => {
    const server = await startServer(folder, { ...NOBODY, PUBLIC_URL: 'https://data.lab.example' });
    try {
      const printed = () => tokenOfLink(server.said().split('https://data.lab.example')[1] ?? '');
      await expect.poll(printed).toMatch(/^[\w-]{43}$/);
      const body = JSON.stringify({ token: printed() });
      const headers = { 'content-type': 'application/json' };
      const read = await fetch(`${server.url}/api/v1/admin/invitation/read`, {
        method: 'POST',
        body,
        headers,
      });
      expect(await read.json()).toMatchObject({ code: 200, data: { email: null, role: 'owner' } });
    } finally {
      await server.end();
    }
  });
});
