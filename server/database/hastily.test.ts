import Database from 'better-sqlite3';
import { Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freshDatabase, temporaryFolder } from '../testing/databases.ts';
import { hastily, hastyIs } from './hastily.ts';
import { type Db, openDatabase } from './open.ts';
import { PatientSqliteDialect, pairOf } from './sqlite-dialect.ts';
import type { Tables } from './tables.ts';

const NORMAL = 1;
const FULL = 2;

describe('docs/decisions/0016 on SQLite: only a hasty transaction does not wait for the disk', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let writer: Database.Database;
  let db: Db;
  const synchronous = () => writer.pragma('synchronous', { simple: true });

  beforeEach(async () => {
    folder = await temporaryFolder();
    const file = `${folder.path}/vitrine.sqlite`;
    await (await openDatabase(file)).destroy();
    writer = new Database(file, { timeout: 0 });
    writer.pragma('synchronous = FULL');
    const pair = pairOf(writer, new Database(file, { readonly: true }));
    db = new Kysely<Tables>({ dialect: new PatientSqliteDialect(pair) });
    hastyIs(db, new Kysely<Tables>({ dialect: new PatientSqliteDialect(pair, true) }));
  });
  afterEach(async () => {
    await db.destroy();
    await folder.remove();
  });

  test('while it lasts, and not for whoever comes next', async () => {
    const seen: unknown[] = [];
    await Promise.all([
      hastily(db, async (trx) => {
        await trx.insertInto('secrets').values({ name: 'hasty', value: '' }).execute();
        seen.push(synchronous());
      }),
      db.transaction().execute(async (trx) => {
        await trx.insertInto('secrets').values({ name: 'patient', value: '' }).execute();
        seen.push(synchronous());
      }),
    ]);
    expect(seen).toEqual([NORMAL, FULL]);
    expect(await db.selectFrom('secrets').selectAll().execute()).toHaveLength(2);
  });

  test('nor for a single statement that comes next', async () => {
    await hastily(db, (trx) => trx.insertInto('secrets').values({ name: 'hasty', value: '' }).execute());
    await db.insertInto('secrets').values({ name: 'patient', value: '' }).execute();
    expect(synchronous()).toBe(FULL);
  });

  test('also when it fails', async () => {
    const failing = hastily(db, async (trx) => {
      await trx.insertInto('secrets').values({ name: 'hasty', value: '' }).execute();
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await db.deleteFrom('secrets').where('name', '=', 'nobody').execute();
    expect(synchronous()).toBe(FULL);
    expect(await db.selectFrom('secrets').selectAll().execute()).toEqual([]);
  });
});

test('docs/decisions/0016 on PostgreSQL: for the transaction only', async () => {
  const fresh = await freshDatabase('PostgreSQL');
  const db = await openDatabase(fresh.url ?? '');
  const setting = sql<{ synchronous_commit: string }>`show synchronous_commit`;
  const inside = await hastily(db, async (trx) => (await setting.execute(trx)).rows[0]?.synchronous_commit);
  expect(inside).toBe('off');
  expect((await setting.execute(db)).rows[0]?.synchronous_commit).toBe('on');
  await db.destroy();
  await fresh.drop();
});
