import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { freshDatabase, onEachDatabase, temporaryFolder } from '../testing/databases.ts';
import { sqliteFile } from '../testing/look-inside.ts';
import { insertRecords, recordRow } from '../testing/rows.ts';
import { takeDataFolder } from './instance.ts';
import { migrate } from './migrate.ts';
import { up as auditSearched } from './migrations/0010-audit-searched.ts';
import { up as peopleCounted } from './migrations/0039-people-counted.ts';
import { type Db, openDatabase, ping, type Queries } from './open.ts';
import { postgresPool } from './postgres-pool.ts';

onEachDatabase('migrations', (kind) => {
  let fresh: Awaited<ReturnType<typeof freshDatabase>>;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let where: string;
  const opened: Db[] = [];
  const open = async () => {
    const db = await openDatabase(where);
    opened.push(db);
    return db;
  };
  beforeEach(async () => {
    fresh = await freshDatabase(kind);
    folder = await temporaryFolder();
    where = fresh.url ?? `${folder.path}/sub/vitrine.sqlite`;
  });
  afterEach(async () => {
    for (const db of opened.splice(0)) await db.destroy();
    await fresh.drop();
    await folder.remove();
  });

  test('again is harmless: what is there stays', async () => {
    const db = await open();
    await db.insertInto('secrets').values({ name: 'kept', value: 'x' }).execute();
    await migrate(db);
    await migrate(await open());
    const rows = await (await open()).selectFrom('secrets').selectAll().execute();
    expect(rows).toEqual([{ name: 'kept', value: 'x' }]);
    await ping(db);
  });

  test('the numbers of the wire: 64-bit integers come back as numbers', async () => {
    const db = await open();
    const big = 2 ** 52;
    await db.insertInto('used_captchas').values({ signature: 'a', expires_at: big }).execute();
    const row = await db.selectFrom('used_captchas').select(['expires_at']).executeTakeFirstOrThrow();
    const summed = await db
      .selectFrom('used_captchas')
      .select((eb) => eb.fn.sum<number>('expires_at').as('sum'))
      .executeTakeFirstOrThrow();
    expect([row.expires_at, summed.sum]).toEqual([big, big]);
  });

  test('0010: what stood in the audit log before is found by its words', async () => {
    const db = await open();
    await sql`alter table audit drop column searched`.execute(db);
    await sql`insert into audit (id, at, admin_id, admin_name, action, subject, ip)
      values ('a', 0, 'b', 'Grace', 'POST /api/v1/setting', 'Site settings', '::1')`.execute(db);
    await auditSearched(db as never);
    expect(await db.selectFrom('audit').select(['id', 'searched']).execute()).toEqual([
      { id: 'a', searched: 'site settings\npost /api/v1/setting' },
    ]);
  });

  test('0039: the records that were there before are counted by their people', async () => {
    const db = await open();
    await insertRecords(db, [
      recordRow('a', { email: 'a@example.org' }),
      recordRow('b', { email: 'a@example.org' }),
    ]);
    await insertRecords(db, [
      recordRow('c', { email: 'c@example.org' }),
      recordRow('d', { email: '', user_name: '' }),
    ]);
    await sql`alter table record_people drop column records`.execute(db);
    await peopleCounted(db as never);
    expect(await db.selectFrom('record_people').select('records').orderBy('searched').execute()).toEqual([
      { records: 2 },
      { records: 1 },
    ]);
  });

  test('a failed one leaves nothing behind: what was in its way removed, the next start does it all', async () => {
    const blocked = async (statement: string) => {
      if (kind === 'SQLite') {
        mkdirSync(dirname(where), { recursive: true });
        const database = new Database(where);
        database.exec(statement);
        database.close();
      } else {
        const client = new pg.Client({ connectionString: where });
        await client.connect();
        await client.query(statement);
        await client.end();
      }
    };
    // A table of the last migration.
    await blocked('create table download_days (x text)');
    await expect(openDatabase(where)).rejects.toThrow(/download_days/);
    await blocked('drop table download_days');
    await ping(await open());
  });

  if (kind === 'PostgreSQL') {
    test('a connection that breaks is told of, but not while the pool ends', async () => {
      const told: string[] = [];
      const pool = postgresPool({ connectionString: where }, ({ message }) => told.push(message));
      const clients = [await pool.connect(), await pool.connect()];
      for (const client of clients) client.release();
      clients[0]?.emit('error', new Error('cut'));
      const ended = pool.end();
      clients[1]?.emit('error', new Error('terminating connection'));
      await ended;
      expect(told).toEqual(['cut']);
    });

    describe('a server that hangs in a transaction', () => {
      const briefly = () => openDatabase(`${where}?idle_in_transaction_session_timeout=1000`);

      test('is waited for a minute', async () => {
        const { rows } = await sql`show idle_in_transaction_session_timeout`.execute(await open());
        expect(rows).toEqual([{ idle_in_transaction_session_timeout: '1min' }]);
      });

      test('loses it: another one’s write to the same row goes on, and so does its own pool', async () => {
        // The other migrates: a pause in that is none of a server that hangs.
        const [other, hanging] = [await open(), await briefly()];
        opened.push(hanging);
        await other.insertInto('secrets').values({ name: 'row', value: 'before' }).execute();
        const write = (on: Queries, value: string) =>
          on.updateTable('secrets').set({ value }).where('name', '=', 'row').execute();
        let hangs = () => {};
        const isLocked = new Promise<void>((resolve) => {
          hangs = resolve;
        });
        const written = Promise.withResolvers<void>();
        const lost = expect(
          hanging.transaction().execute(async (trx) => {
            await write(trx, 'lost');
            hangs();
            await written.promise;
            await write(trx, 'lost, too');
          }),
        ).rejects.toMatchObject({ code: 503 });
        await isLocked;
        await write(other, 'after');
        written.resolve();
        await lost;
        await ping(hanging);
        const rows = await hanging.selectFrom('secrets').select('value').where('name', '=', 'row').execute();
        expect(rows).toEqual([{ value: 'after' }]);
      });
    });

    test('several servers may start at once', async () => {
      const all = await Promise.all(Array.from({ length: 4 }, open));
      for (const db of all) await ping(db);
    });
  }

  if (kind === 'SQLite')
    test('faults.md: WAL, synchronous FULL, foreign keys', async () => {
      const db = await open();
      const pragma = async (name: string) =>
        Object.values((await sql.raw<object>(`pragma ${name}`).execute(db)).rows[0] ?? {})[0];
      expect([
        await pragma('journal_mode'),
        await pragma('synchronous'),
        await pragma('foreign_keys'),
      ]).toEqual(['wal', 2, 1]);
    });
});

describe('the data folder', () => {
  test('is one server’s: a second taker is refused until the first lets go; its id lasts', async () => {
    const folder = await temporaryFolder();
    const first = takeDataFolder(folder.path);
    expect(() => takeDataFolder(folder.path)).toThrow('Another server');
    first.release();
    const second = takeDataFolder(folder.path);
    expect(second.instanceId).toBe(first.instanceId);
    second.release();
    await folder.remove();
  });
});

describe('faults.md: database locked by another process', () => {
  let t: TestApp;
  let token: string;
  let other: Database.Database;
  beforeAll(async () => {
    t = await buildTestApp();
    token = await t.adminToken();
    other = new Database(sqliteFile(t), { timeout: 0 });
  });
  afterAll(async () => {
    other.close();
    await t.close();
  });

  const write = (name: string) => t.inject('POST', '/api/v1/setting', { token, body: { name } });
  /**
   * How often a 10 ms timer fired while `work` ran: never, if the event loop were blocked; otherwise it depends on the
   * machine.
   */
  async function ticksDuring<T>(work: Promise<T>): Promise<[T, number]> {
    let ticks = 0;
    const timer = setInterval(() => ticks++, 10);
    const result = await work;
    clearInterval(timer);
    return [result, ticks];
  }
  /** Without holding this thread: a transaction of the portal under way gets its statements from it. */
  async function lock(): Promise<void> {
    for (;;) {
      try {
        other.exec('BEGIN IMMEDIATE');
        return;
      } catch (error) {
        if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error;
        await sleep(10);
      }
    }
  }
  async function whileLocked<T>(ms: number, work: () => Promise<T>): Promise<T> {
    await lock();
    const letGo = sleep(ms).then(() => other.exec('COMMIT'));
    const result = await work();
    await letGo;
    return result;
  }

  test('for a second: no error, the event loop goes on', async () => {
    const started = Date.now();
    const [answer, ticks] = await whileLocked(1_000, () => ticksDuring(write('Waited')));
    expect(answer.statusCode).toBe(200);
    expect(Date.now() - started).toBeGreaterThanOrEqual(990);
    expect(ticks).toBeGreaterThan(10);
    expect(await t.call('GET', '/api/v1/setting')).toMatchObject({ name: 'Waited' });
  });

  test('for over 5 s: a clean 503 with Retry-After, other answers go on, and it works again', async () => {
    const [answer, ticks] = await whileLocked(6_000, async () => {
      const waiting = ticksDuring(write('Lost'));
      const alive = await t.inject('GET', '/healthz');
      expect(alive.statusCode).toBe(200);
      return waiting;
    });
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ code: 503 });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(ticks).toBeGreaterThan(50);
    expect(await t.call('GET', '/api/v1/setting')).toMatchObject({ name: 'Waited' });
    expect((await write('Again')).statusCode).toBe(200);
  });

  test('a login that waits is one login', async () => {
    const user = await t.user('patient@example.org');
    const tokens = await whileLocked(800, () =>
      Promise.all([t.login('patient@example.org'), t.login('patient@example.org')]),
    );
    expect(new Set([user.token, ...tokens]).size).toBe(3);
  });
});
