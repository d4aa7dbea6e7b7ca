import { renameSync, statSync } from 'node:fs';
import { setImmediate as others } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../testing/databases.ts';
import { MOST_PAGES } from './checkpoints.ts';
import { hastily } from './hastily.ts';
import { type Db, openDatabase } from './open.ts';

/** A write-ahead log holds each page with a header of 24 bytes. */
const PAGE = 4_096 + 24;

describe('docs/decisions/0017: SQLite’s write-ahead log is brought into the file by another thread', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let file: string;
  let db: Db;
  const errors: Error[] = [];
  const logSize = () => statSync(`${file}-wal`).size;

  beforeEach(async () => {
    folder = await temporaryFolder();
    file = `${folder.path}/vitrine.sqlite`;
    db = await openDatabase(file, (error) => errors.push(error));
  });
  afterEach(async () => {
    await db.destroy();
    await folder.remove();
  });

  /** Small transactions, as many sign-ins would make them. */
  const write = (from: number, count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, n) =>
        hastily(db, (trx) =>
          trx
            .insertInto('secrets')
            .values({ name: `name ${(from + n) * 7_919}`, value: 'x'.repeat(1_000) })
            .execute(),
        ),
      ),
    );

  test('under many writes the log stays far below where the writer would do it itself', async () => {
    let longest = 0;
    for (let from = 0; from < 20_000; from += 50) {
      await write(from, 50);
      // As requests come: the event loop goes round.
      await others();
      longest = Math.max(longest, logSize());
    }
    // More was written than the writer's bound: without the thread, the log reaches it. How far below it stays depends
    // on how soon the thread gets a turn on a busy machine.
    expect(longest).toBeLessThan(MOST_PAGES * PAGE * 0.9);
    expect(errors).toEqual([]);
    const { count } = await db
      .selectFrom('secrets')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(count).toBe(20_000);
  }, 120_000);

  test('a transaction under way keeps nobody from writing or closing', async () => {
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const long = db.transaction().execute(async (trx) => {
      await trx.insertInto('secrets').values({ name: 'long', value: '' }).execute();
      await held;
    });
    const others = write(0, 3_000);
    letGo();
    await Promise.all([long, others]);
    await db.destroy();
    const after = new Database(file, { readonly: true });
    expect(after.prepare('select count(*) from secrets').pluck().get()).toBe(3_001);
    expect(after.pragma('integrity_check', { simple: true })).toBe('ok');
    after.close();
    db = await openDatabase(file);
  });

  test('that it fails is told, and no write fails of it', async () => {
    // The thread opens the file by its name: another one there has no log of ours.
    const path = `${folder.path}/other.sqlite`;
    const told: Error[] = [];
    const other = await openDatabase(path, (error) => told.push(error));
    renameSync(path, `${path}.moved`);
    for (let n = 0; n < 1_200; n++)
      await hastily(other, (trx) =>
        trx
          .insertInto('secrets')
          .values({ name: `${n}`, value: '' })
          .execute(),
      );
    await other.destroy();
    expect(told.map(({ message }) => message)).toEqual(['unable to open database file']);
  });
});
