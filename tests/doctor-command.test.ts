import { chmod, mkdir, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { DataOf } from '../contract/endpoint.ts';
import type { getHealth } from '../contract/health.ts';
import { buildTestApp, type TestApp } from '../server/testing/build-test-app.ts';
import { freshDatabase, onEitherDatabase, temporaryFolder } from '../server/testing/databases.ts';
import { filesUnder, sql } from '../server/testing/look-inside.ts';
import { guardOn } from './support/guards.ts';
import { vitrine } from './support/vitrine.ts';

const DAY = 86_400_000;

onEitherDatabase('operations "Commands": vitrine doctor', (database) => {
  let t: TestApp;
  let env: Record<string, string>;
  /** Mends what a test has planted. */
  const mending: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    t = await buildTestApp({ database });
    env = { DATA_DIR: t.folder, ...(t.databaseUrl ? { DATABASE_URL: t.databaseUrl } : {}) };
    for (const name of ['ADMIN_EMAIL', 'ADMIN_PASSWORD', 'RATE_LIMIT_FACTOR', 'CAPTCHA_EFFORT'])
      env[name] = '';
    await t.dataset({ files: { 'a.csv': 'a,b\n', 'b.bin': 'x'.repeat(10_000) } });
    await t.app.settle();
  });
  afterEach(async () => {
    for (const mend of mending.splice(0)) await mend();
  });
  afterAll(() => t.close());

  const doctor = (more: Record<string, string> = {}) => vitrine({ ...env, ...more }, 'doctor');
  const inPlace = async (path: string) => {
    await rename(path, `${path}.aside`);
    mending.push(async () => {
      await rm(path, { force: true });
      await rename(`${path}.aside`, path);
    });
  };
  const blobs = () => filesUnder(t, 'blobs');
  const blobOf = (key: string) => join(t.folder, 'blobs', key.slice(0, 2), key);

  test('a sound portal: nothing wrong, and what is worth a look', async () => {
    const { code, stdout, stderr } = await doctor();
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('ok    The keys belong to this database.');
    expect(stdout).toMatch(/^ok {4}3 files, all there\.$/m);
    expect(stdout).toMatch(/^warn {2}There was no backup yet\.\n {6}→ npx vitrine backup/m);
    expect(stdout).toMatch(/^0 wrong, \d worth a look\.$/m);
  });

  /** What is planted, with what for the environment, and what is said of it with the line that mends it. */
  type Planted = [name: string, plant: () => Promise<Record<string, string>>, said: RegExp];
  const planted: Planted[] = [
    [
      'a proxy that TRUST_PROXY does not name',
      async () => {
        // As the proxy's request is: without a trusted peer there is one address.
        await t.inject('GET', '/healthz', { headers: { 'x-forwarded-for': '192.0.2.7' } });
        await expect
          .poll(() => sql(t, "select value from secrets where name = 'proxy.seen'"))
          .toHaveLength(1);
        mending.push(() => sql(t, "delete from secrets where name = 'proxy.seen'"));
        return {};
      },
      /A proxy at 127\.0\.0\.1 was seen .+\n.+ TRUST_PROXY=127\.0\.0\.1/,
    ],
    [
      'keys that others can read',
      async () => {
        await chmod(join(t.folder, 'keys.json'), 0o644);
        mending.push(() => chmod(join(t.folder, 'keys.json'), 0o600));
        return {};
      },
      /keys\.json can be read by others \(mode 0644\)\.\n.+ chmod 0600 .+keys\.json/,
    ],
    [
      'the key file is gone',
      async () => {
        await inPlace(join(t.folder, 'keys.json'));
        return {};
      },
      /The key file .+ is missing, and this database needs it/,
    ],
    [
      'the key file of another portal',
      async () => {
        await inPlace(join(t.folder, 'keys.json'));
        const names = ['ticket', 'address', 'captcha', 'recovery', 'code', 'seal'];
        const keys = Object.fromEntries(names.map((name) => [name, 'another one']));
        await writeFile(join(t.folder, 'keys.json'), JSON.stringify({ keys }), { mode: 0o600 });
        return {};
      },
      /does not belong to this database/,
    ],
    [
      'the clock was set back',
      async () => {
        const at = Date.now() + DAY;
        await sql(t, `update audit set at = ${at} where id = (select max(id) from audit)`);
        mending.push(() => sql(t, `update audit set at = ${Date.now() - DAY} where at = ${at}`));
        return {};
      },
      /lies \d+ s in the future: the clock was set back\.\n.+ timedatectl set-ntp true/,
    ],
    [
      'no mail server there',
      async () => ({ SMTP_URL: 'smtp://127.0.0.1:1' }),
      /The mail server does not take us: .*ECONNREFUSED.*\n.+Check SMTP_URL/,
    ],
    [
      'a mail server that does not take our password',
      async () => {
        const server = createServer((socket) => {
          socket.write('220 ready\r\n');
          socket.on('data', (line) => {
            const said = String(line);
            if (/^EHLO/i.test(said)) socket.write('250-here\r\n250 AUTH PLAIN\r\n');
            else socket.write(/^QUIT/i.test(said) ? '221 bye\r\n' : '535 no\r\n');
          });
          socket.on('error', () => {});
        });
        await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
        mending.push(async () => server.close());
        const { port } = server.address() as { port: number };
        return { SMTP_URL: `smtp://lab:wrong@127.0.0.1:${port}` };
      },
      /The mail server does not take us: .*535/,
    ],
    [
      'an object store that is not there',
      async () => ({
        STORAGE_URL: 's3://bucket/portal?endpoint=http%3A%2F%2F127.0.0.1%3A1&region=us-east-1',
        AWS_ACCESS_KEY_ID: 'a',
        AWS_SECRET_ACCESS_KEY: 'b',
      }),
      /The object store does not answer: .+\n.+Check STORAGE_URL/,
    ],
    [
      'a stored file that is gone',
      async () => {
        const [key] = await blobs();
        await inPlace(blobOf(key ?? ''));
        return {};
      },
      /1 file is missing, or of another size: .+\n.+vitrine verify/,
    ],
    [
      'a stored file that was cut',
      async () => {
        const [, key] = await blobs();
        const file = blobOf(key ?? '');
        await inPlace(file);
        await writeFile(file, 'x');
        await truncate(file, 0);
        return {};
      },
      /1 file is missing, or of another size/,
    ],
    [
      'a row whose blob is not kept',
      async () => {
        const [key] = await blobs();
        await sql(t, `update blobs set state = 'purged' where key = '${key}'`);
        mending.push(() => sql(t, `update blobs set state = 'kept' where key = '${key}'`));
        return {};
      },
      /1 file is used by rows, and not kept\.\n.+vitrine verify/,
    ],
    [
      'no public address, and not only the loopback',
      async () => ({ HOST: '0.0.0.0' }),
      /PUBLIC_URL is not set/,
    ],
    [
      'a variable that cannot be',
      async () => ({ PORT: 'high' }),
      /WRONG The configuration is not usable: PORT: /,
    ],
    [
      'a root that is no folder',
      async () => ({ IMPORT_ROOTS: '/nowhere/at/all' }),
      /WRONG .+IMPORT_ROOTS: .+is not a folder/,
    ],
    [
      'another folder',
      async () => ({ DATA_DIR: join(t.folder, 'nothing'), DATABASE_URL: '' }),
      /There is no portal in/,
    ],
    [
      'no database there',
      async () => ({ DATABASE_URL: 'postgres://nobody:x@127.0.0.1:1/none' }),
      /The database does not answer: /,
    ],
    [
      'a database of a former version',
      async () => {
        const [last] = await sql<{ name: string; timestamp: string }>(
          t,
          'select name, timestamp from kysely_migration order by name desc limit 1',
        );
        await sql(t, `delete from kysely_migration where name = '${last?.name}'`);
        mending.push(() =>
          sql(
            t,
            `insert into kysely_migration (name, timestamp) values ('${last?.name}', '${last?.timestamp}')`,
          ),
        );
        return {};
      },
      /of a former version: 1 step to do\.\n.+npx vitrine migrate/,
    ],
  ];
  /** Those that can be there beside each other: looked for at once. */
  const plantedTogether: Planted[] = [
    [
      'bytes without a row',
      async () => {
        await mkdir(join(t.folder, 'blobs', 'st'), { recursive: true });
        await writeFile(blobOf('strayStrayStrayStray'), 'whose?');
        mending.push(() => rm(blobOf('strayStrayStrayStray')));
        return {};
      },
      /1 file is in the store without a row/,
    ],
    [
      'files that were not read for a month',
      async () => {
        await sql(t, `update blobs set created_at = ${Date.now() - 31 * DAY}, scrubbed_at = null`);
        mending.push(() => sql(t, `update blobs set created_at = ${Date.now()}`));
        return {};
      },
      /files were not read again for over 30 days/,
    ],
    [
      'a public address without https',
      async () => ({ PUBLIC_URL: 'http://data.lab.example' }),
      /without https.+\n.+PUBLIC_URL=https/,
    ],
    [
      'limits that are off',
      async () => ({ RATE_LIMIT_FACTOR: '0' }),
      /limits per time are off\.\n.+RATE_LIMIT_FACTOR=0/,
    ],
    [
      'a password that is still in the environment',
      async () => ({ ADMIN_EMAIL: 'a@lab.example', ADMIN_PASSWORD: 'whatever it was' }),
      /ADMIN_PASSWORD is in the environment/,
    ],
    [
      'an administrator linked to an institution that OIDC_ADMINS does not name, beside one that it names',
      async () => {
        await sql(
          t,
          `insert into administrator_identities (id, admin_id, issuer, subject, linked_at)
         select 'idle', id, 'https://former.lab.example', 's', 0 from administrators limit 1`,
        );
        mending.push(() => sql(t, "delete from administrator_identities where id = 'idle'"));
        return {
          OIDC_ISSUER: 'https://id.lab.example',
          OIDC_CLIENT_ID: 'portal',
          OIDC_CLIENT_SECRET: 'not a secret',
          OIDC_NAME: 'Cedar University',
          OIDC_ADMINS: 'Cedar University',
        };
      },
      /(?=[\s\S]*Administrators may also sign in with Cedar University\.)[\s\S]*1 administrator is linked to an institution that OIDC_ADMINS does not name: .+\n.+OIDC_ADMINS/,
    ],
    [
      'jobs that nobody does',
      async () => {
        await sql(
          t,
          `insert into jobs (id, kind, subject, payload, state, priority, run_at, attempts, done, total, note, created_at)
         values ('late', 'of another server', 's', '{}', 'waiting', 0, 0, 0, 0, 0, '', 0)`,
        );
        mending.push(() => sql(t, "delete from jobs where id = 'late'"));
        return {};
      },
      /1 job is waiting for over an hour\.\n.+Is the server running/,
    ],
    [
      'downloads that are closed after a restore',
      async () => {
        await sql(
          t,
          `insert into secrets (name, value) values ('restored', '{"snapshotAt":0,"restoredAt":1}')`,
        );
        mending.push(() => sql(t, "delete from secrets where name = 'restored'"));
        return {};
      },
      /downloads are closed\.\n.+An owner opens them/,
    ],
    [
      'a backup that is old',
      async () => {
        const value = JSON.stringify({ at: Date.now() - 10 * DAY, files: 2, lost: 0 });
        await sql(t, `insert into secrets (name, value) values ('backup.last', '${value}')`);
        mending.push(() => sql(t, "delete from secrets where name = 'backup.last'"));
        return {};
      },
      /The last backup is 10 days old\.\n.+npx vitrine backup/,
    ],
  ];
  for (const [i, [name, plant, said]] of planted.entries())
    test(`names ${name}, and the line that mends it`, i < 2 ? {} : guardOn(database), async () => {
      const { stdout, stderr } = await doctor(await plant());
      expect([stdout, stderr]).toEqual([expect.stringMatching(said), '']);
    });
  test(
    `names each of several at once, with its line: ${plantedTogether.map(([name]) => name).join('; ')}`,
    guardOn(database),
    async () => {
      const more: Record<string, string> = {};
      for (const [, plant] of plantedTogether) Object.assign(more, await plant());
      const { stdout, stderr } = await doctor(more);
      for (const [name, , said] of plantedTogether) expect(stdout, name).toMatch(said);
      expect(stderr).toBe('');
    },
  );

  if (database === 'PostgreSQL')
    test('names synchronous_commit = off, and the line that mends it', async () => {
      // A portal of its own: a connection that the other one opens meanwhile would keep the setting.
      const other = await buildTestApp({ database });
      try {
        const name = new URL(other.databaseUrl ?? '').pathname.slice(1);
        await sql(other, `alter database ${name} set synchronous_commit = 'off'`);
        const { code, stdout } = await doctor({
          DATA_DIR: other.folder,
          DATABASE_URL: other.databaseUrl ?? '',
        });
        expect(code).toBe(1);
        expect(stdout).toMatch(/synchronous_commit is off: a crash loses .+\n.+synchronous_commit = on/);
      } finally {
        await other.close();
      }
    });

  test('a database without a table: the first start is still at it, and nobody is to upgrade', async () => {
    const folder = await temporaryFolder();
    const db = await freshDatabase(database);
    try {
      // As SQLite's is before its first commit.
      if (!db.url) await writeFile(join(folder.path, 'vitrine.sqlite'), '', { mode: 0o600 });
      const { code, stdout } = await doctor({
        DATA_DIR: folder.path,
        ...(db.url ? { DATABASE_URL: db.url } : {}),
      });
      expect(code).toBe(1);
      expect(stdout).toMatch(/^WRONG The database is empty: .+\n {6}→ Start the server; /m);
      expect(stdout).not.toContain('former version');
    } finally {
      await db.drop();
      await folder.remove();
    }
  });

  test('the server says the same to administrators who may read it', async () => {
    const token = await t.adminToken();
    const health = await t.call<DataOf<typeof getHealth>>('GET', '/api/v1/admin/health', { token });
    expect(health.versions).toEqual({
      vitrine: expect.stringMatching(/^\d+\./),
      node: process.versions.node,
      database: expect.stringMatching(/^(SQLite|PostgreSQL) \d/),
    });
    expect(health.command, 'of a clone').toBe('npx vitrine');
    expect(health.findings).toContainEqual({ id: 'backup.never', state: 'warn', values: {} });
    expect(health.findings).toContainEqual({
      id: 'database.ok',
      state: 'ok',
      values: { database: health.versions.database, migration: expect.stringMatching(/^\d{4}-/) },
    });
    expect((await t.ask('GET', '/api/v1/admin/health')).code).toBe(401);
    const { token: user } = await t.user('reader@example.org');
    expect((await t.ask('GET', '/api/v1/admin/health', { token: user })).code).toBe(403);
  });
});
