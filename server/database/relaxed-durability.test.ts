import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshDatabase, onEachDatabase, temporaryFolder } from '../testing/databases.ts';
import { type Db, openDatabase, type Queries } from './open.ts';
import { relaxedDurability } from './relaxed-durability.ts';

onEachDatabase('docs/decisions/0016: only a relaxed transaction does not wait for the disk', (kind) => {
  let fresh: Awaited<ReturnType<typeof freshDatabase>>;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let db: Db;
  beforeEach(async () => {
    fresh = await freshDatabase(kind);
    folder = await temporaryFolder();
    db = await openDatabase(fresh.url ?? `${folder.path}/vitrine.sqlite`);
  });
  afterEach(async () => {
    await db.destroy();
    await fresh.drop();
    await folder.remove();
  });

  const waits = async (on: Queries): Promise<boolean> => {
    const asked = kind === 'SQLite' ? 'pragma synchronous' : 'show synchronous_commit';
    const { rows } = await sql.raw<object>(asked).execute(on);
    const FULL = 2;
    return [FULL, 'on'].includes(Object.values(rows[0] ?? {})[0]);
  };
  const write = (on: Queries, name: string) => on.insertInto('secrets').values({ name, value: '' }).execute();

  test('while it lasts, and not for whoever comes next', async () => {
    const seen = await Promise.all([
      relaxedDurability(db, async (trx) => {
        await write(trx, 'relaxed');
        return waits(trx);
      }),
      db.transaction().execute(async (trx) => {
        await write(trx, 'durable');
        return waits(trx);
      }),
    ]);
    expect(seen).toEqual([false, true]);
    expect(await db.selectFrom('secrets').selectAll().execute()).toHaveLength(2);
  });

  test('nor for a single statement that comes next', async () => {
    await relaxedDurability(db, (trx) => write(trx, 'relaxed'));
    await write(db, 'durable');
    expect(await waits(db)).toBe(true);
  });

  test('also when it fails', async () => {
    const failing = relaxedDurability(db, async (trx) => {
      await write(trx, 'relaxed');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await waits(db)).toBe(true);
    expect(await db.selectFrom('secrets').selectAll().execute()).toEqual([]);
  });
});
