// @module-tag guards
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { onEitherDatabase } from '../server/testing/databases.ts';
import { sql } from '../server/testing/look-inside.ts';
import { formerPortal } from './support/former.ts';
import { guardOn } from './support/guards.ts';
import { postgresClientPath } from './support/postgres-client.ts';
import { startServer } from './support/server-process.ts';
import { vitrine } from './support/vitrine.ts';

onEitherDatabase('operations "Commands": vitrine migrate', (kind) => {
  let former: Awaited<ReturnType<typeof formerPortal<'portal-0015'>>>;
  let env: Record<string, string>;
  const isFile = kind === 'SQLite';
  const client = isFile ? process.env.PATH : postgresClientPath('vitrine migrate on PostgreSQL');
  const copy = `before-0016-lists-by-sql.${isFile ? 'sqlite' : 'dump'}`;
  beforeEach(async () => {
    former = await formerPortal(kind, 'portal-0015');
    env = { ...former.env, PATH: client ?? '' };
  });
  afterEach(() => former.remove());

  const done = async () => {
    const rows = await sql<{ name: string }>(former, 'select name from kysely_migration order by name');
    return rows.map(({ name }) => name);
  };
  const tables = () =>
    sql<object>(
      former,
      isFile
        ? 'select type, name, sql from sqlite_master order by type, name'
        : `select table_name, column_name, data_type from information_schema.columns
           where table_schema = 'public' order by 1, 2`,
    );

  test('whoever only looks does not upgrade; --check says what is to do; then a snapshot, and the steps', async (t) => {
    t.skip(client === undefined);
    const before = await done();
    expect(await vitrine(env, 'admin', 'list')).toMatchObject({
      code: 1,
      stderr: /of a former version.+npx vitrine migrate/,
    });
    const check = await vitrine(env, 'migrate', '--check');
    expect(check).toMatchObject({ code: 1, stdout: /To do: \d+ steps, from 0016-lists-by-sql on\./ });
    expect(await done()).toEqual(before);

    const { code, stdout } = await vitrine(env, 'migrate');
    expect(code, stdout).toBe(0);
    expect(stdout).toMatch(/Step 1 of \d+: 0016-lists-by-sql …/);
    expect(stdout).toContain('The database is up to date.');
    const { size, mode } = await stat(join(former.folder, copy));
    expect(size).toBeGreaterThan(10_000);
    expect(mode & 0o777).toBe(0o600);
    expect((await vitrine(env, 'admin', 'list')).stdout).toContain('owner');
    expect(await vitrine(env, 'migrate', '--check')).toMatchObject({ code: 0, stdout: /up to date/ });
    const steps = Number(/To do: (\d+) steps/.exec(check.stdout)?.[1]);
    expect((await done()).length).toBe(before.length + steps);
  });

  test('a step that fails half-way: all goes back, words and 1; mended, it goes on', async (t) => {
    t.skip(client === undefined);
    // In the way of the second step: the first one has done its work by then.
    await sql(former, 'alter table outbox rename column not_before to not_before_gone');
    const [steps, schema] = [await done(), await tables()];
    const { code, stderr } = await vitrine(env, 'migrate');
    expect([code, stderr]).toEqual([1, expect.stringContaining('all of it was taken back')]);
    expect([await done(), await tables()]).toEqual([steps, schema]);
    await sql(former, 'alter table outbox rename column not_before_gone to not_before');
    expect((await vitrine(env, 'migrate')).code).toBe(0);
  });

  test(
    'a database of a newer version: refused in words, by each command and by doctor',
    guardOn(kind),
    async () => {
      await sql(former, "insert into kysely_migration (name, timestamp) values ('0099-later', '')");
      const newer = /newer version of Vitrine \(0099-later\)/;
      for (const args of [['migrate'], ['admin', 'list']])
        expect(await vitrine(env, ...args), args.join(' ')).toMatchObject({ code: 1, stderr: newer });
      const { code, stdout } = await vitrine(env, 'doctor');
      expect([code, stdout]).toEqual([1, expect.stringMatching(newer)]);
      expect(stdout).toMatch(/→ .+deployment\.md, "The way back"/);
    },
  );

  test('not beside a running server', guardOn(kind), async (t) => {
    t.skip(client === undefined);
    const server = await startServer(former.folder, former.env);
    try {
      const last = 'select max(name) from kysely_migration';
      await sql(former, `delete from kysely_migration where name = (${last})`);
      const answer = await vitrine(env, 'migrate');
      expect(answer).toMatchObject({ code: 1, stderr: /Another server uses the data folder/ });
      expect((await readdir(former.folder)).filter((name) => name.startsWith('before-'))).toEqual([]);
    } finally {
      await server.end();
      await rm(join(former.folder, copy), { force: true });
    }
  });
});
