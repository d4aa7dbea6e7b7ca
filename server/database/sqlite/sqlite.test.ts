import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { holdLock } from '../../../tests/support/lock-holder.ts';
import { temporaryFolder } from '../../testing/databases.ts';
import { insertMany, userRow } from '../../testing/rows.ts';
import { type Db, openDatabase } from '../open.ts';

/** The WAL stores each page with a header of 24 bytes. */
const PAGE = 4_096 + 24;

describe('docs/decisions/0006: SQLite writes in a thread, and reads what takes long in another', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let file: string;
  let db: Db;
  beforeEach(async () => {
    folder = await temporaryFolder();
    file = `${folder.path}/vitrine.sqlite`;
    db = await openDatabase(file);
  });
  afterEach(async () => {
    await db.destroy();
    await folder.remove();
  });

  const write = (name: string, value = '') => db.insertInto('secrets').values({ name, value }).execute();
  const names = async (on = db.inReader) =>
    (await on.selectFrom('secrets').select('name').orderBy('name').execute()).map(({ name }) => name);

  test('the reader sees what is committed, whatever it is asked in, and cannot write', async () => {
    await insertMany(db, 'users', [userRow('c', { family_name: 'Öztürk' })]);
    const found = await db.inReader
      .selectFrom('users')
      .select('id')
      .where(sql<string>`lower(family_name)`, 'like', '%öz%')
      .execute();
    expect(found).toEqual([{ id: 'c' }]);
    await expect(db.inReader.deleteFrom('users').execute()).rejects.toThrow('readonly');
    const transaction = db.inReader.transaction().execute(async () => {});
    await expect(transaction).rejects.toThrow('only reads');
    await expect(sql`select * from nowhere`.execute(db.inReader)).rejects.toThrow('nowhere');
    expect(await db.selectFrom('users').select('id').execute()).toEqual([{ id: 'c' }]);
  });

  test('a transaction under way is seen by itself alone; who writes meanwhile follows it', async () => {
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const inside = Promise.withResolvers<string[]>();
    const long = db.transaction().execute(async (trx) => {
      await trx.insertInto('secrets').values({ name: 'long', value: '' }).execute();
      inside.resolve(await names(trx));
      await held;
    });
    expect(await inside.promise).toEqual(['long']);
    const next = write('next');
    expect([await names(), await names(db)]).toEqual([[], []]);
    letGo();
    await Promise.all([long, next]);
    expect(await names()).toEqual(['long', 'next']);
  });

  test('one that fails is rolled back as a whole; the next one begins', async () => {
    await write('there');
    const failing = db.transaction().execute(async (trx) => {
      await trx.insertInto('secrets').values({ name: 'new', value: '' }).execute();
      await trx.insertInto('secrets').values({ name: 'there', value: '' }).execute();
    });
    await expect(failing).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT_PRIMARYKEY' });
    await write('after');
    expect(await names()).toEqual(['after', 'there']);
  });

  test('under many writes the write-ahead log begins anew again and again', async () => {
    let longest = 0;
    for (let from = 0; from < 6_000; from += 100) {
      await db.transaction().execute(async (trx) => {
        for (let n = from; n < from + 100; n++)
          await trx
            .insertInto('secrets')
            .values({ name: `name ${n * 7_919}`, value: 'x'.repeat(1_000) })
            .execute();
      });
      longest = Math.max(longest, statSync(`${file}-wal`).size);
    }
    // All writes together are three times as much.
    expect(longest).toBeLessThan(2_500 * PAGE);
    expect(await names()).toHaveLength(6_000);
  });

  test('who opens the file while another process has it to itself waits, and loses nothing', async () => {
    await write('there');
    await db.destroy();
    const other = await holdLock(file, 500, 'all');
    db = await openDatabase(file);
    expect(await names()).toEqual(['there']);
    await other.gone;
  });

  test('closing waits for what was asked; the file is whole, without a log beside it', async () => {
    const asked = Promise.all(Array.from({ length: 50 }, (_, n) => write(`${n}`)));
    const read = names();
    await asked;
    await db.destroy();
    await read;
    await expect(write('late')).rejects.toThrow(/closed|destroyed/);
    const after = new Database(file, { readonly: true });
    expect(after.prepare('select count(*) from secrets').pluck().get()).toBe(50);
    expect(after.pragma('integrity_check', { simple: true })).toBe('ok');
    after.close();
    db = await openDatabase(file);
  });
});
