import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readConfig } from '../config.ts';
import { type Db, NewerDatabase, openDatabase } from '../database/index.ts';
import { newId } from '../shared/ids.ts';
import { type DatabaseKind, freshDatabase, onEachDatabase, temporaryFolder } from '../testing/databases.ts';
import { sql } from '../testing/look-inside.ts';
import { conflictOf, type Standing } from './conflicts.ts';
import { assertAlone, assertMayUpgrade, createServers, serverNameOf } from './index.ts';

const S3 = {
  STORAGE_URL: 's3://bucket/portal?endpoint=https://s3.lab.example',
  AWS_ACCESS_KEY_ID: 'a',
  AWS_SECRET_ACCESS_KEY: 'b',
};
const SECRET_KEY = 'a key that several servers share, of 32 characters or more';
const DATABASE_TIME = 'cast(extract(epoch from clock_timestamp()) * 1000 as bigint)';
const SHARED = { ...S3, SECRET_KEY };

describe('operations.md, "Several servers": what may run on one database', () => {
  const fit: Standing = { id: '1', name: 'a', storage: 's3://bucket/portal/', keys: 'SECRET_KEY' };
  const other = { ...fit, id: '2', name: 'b' };

  test('two with one object store, SECRET_KEY and names of their own', () => {
    expect(conflictOf(fit, other)).toBeUndefined();
  });

  test.each<[string, Partial<Standing>]>([
    ['servers.copy', { id: '1' }],
    ['servers.disk', { storage: '' }],
    ['servers.place', { storage: 's3://bucket/another/' }],
    ['servers.keys', { keys: 'file' }],
    ['servers.name', { name: 'a' }],
  ])('%s, whichever of them it is', (id, wrong) => {
    expect(conflictOf(fit, { ...other, ...wrong })?.id).toBe(id);
    expect(conflictOf({ ...other, ...wrong }, fit)?.id).toBe(id);
  });
});

test('SERVER_NAME, or as the machine is called', () => {
  expect(serverNameOf({ serverName: 'portal-1' }, 'X')).toBe('portal-1');
  expect(serverNameOf({ serverName: undefined }, 'X')).toMatch(/^[a-z0-9][a-z0-9-]{0,31}$/);
});

/** A database, and servers on it that a test makes. */
function servers(kind: DatabaseKind) {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let fresh: Awaited<ReturnType<typeof freshDatabase>>;
  let db: Db;
  let all: Awaited<ReturnType<typeof createServers>>[];
  const errors: unknown[] = [];
  const fatal: unknown[] = [];
  beforeEach(async () => {
    folder = await temporaryFolder();
    fresh = await freshDatabase(kind);
    db = await openDatabase(fresh.url ?? `${folder.path}/vitrine.sqlite`);
    all = [];
    errors.length = 0;
    fatal.length = 0;
  });
  afterEach(async () => {
    for (const one of all) await one.leave();
    await db.destroy();
    await fresh.drop();
    await folder.remove();
  });

  const inside = () => ({ folder: folder.path, databaseUrl: fresh.url });
  return {
    get db() {
      return db;
    },
    get url() {
      return fresh.url ?? '';
    },
    errors,
    fatal,
    /** Enters a server; `id` is its data folder's. */
    async enter(
      name: string,
      {
        env = SHARED,
        id = name,
        machine = 'here',
        onWaiting = () => {},
        clockAhead = 0,
      }: {
        env?: Record<string, string>;
        id?: string;
        machine?: string;
        onWaiting?: (words: string) => void;
        clockAhead?: number;
      } = {},
    ) {
      const made = await createServers({
        db,
        config: readConfig({ ...env, SERVER_NAME: name, DATA_DIR: folder.path }),
        id,
        machine,
        clockAhead: () => clockAhead,
        now: Date.now,
        onWaiting,
        onError: (error) => errors.push(error),
        onFatal: (error) => fatal.push(error),
      });
      all.push(made);
      return made;
    },
    /** As if its last sign had come so many ms ago. */
    silentFor: (name: string, ms: number) =>
      sql(inside(), `update servers set seen_at = ${DATABASE_TIME} - ${ms} where name = '${name}'`),
    /** A server that beats no more, and gave its last sign so many ms ago. */
    plant: (name: string, ms: number) =>
      sql(
        inside(),
        `insert into servers (id, machine, run, name, version, storage, keys, started_at, seen_at, clock_ahead, downloads)
         values ('gone', 'here', '${newId()}', '${name}', '1', '', 'file', 0, ${DATABASE_TIME} - ${ms}, 0, '[]')`,
      ),
    sql: (statement: string) => sql<object>(inside(), statement),
    rows: () => db.selectFrom('servers').selectAll().orderBy('name').execute(),
  };
}

const namesOf = (live: { name: string }[]) => live.map(({ name }) => name);
const download = (recordId: string, userId: string | null = 'u') => ({ recordId, userId });

onEachDatabase('operations.md, "Several servers": a server alone', (kind) => {
  const s = servers(kind);

  test('knows itself and its downloads, and no conflict; blobs on its disk, keys in a file', async () => {
    const one = await s.enter('one', { env: {} });
    one.sends(() => [download('r1')]);
    expect(await one.live()).toMatchObject([{ name: 'one', isOwn: true, downloads: [download('r1')] }]);
    expect(await one.running()).toEqual([download('r1')]);
    expect(await one.conflicts()).toEqual([]);
    expect(await s.rows()).toHaveLength(kind === 'SQLite' ? 0 : 1);
    await one.leave();
    expect(await s.rows()).toEqual([]);
  });
});

onEachDatabase('operations.md, "Several servers": servers on one database', (kind) => {
  // SQLite's data folder has one server: its lock refuses another.
  if (kind === 'SQLite') {
    test('are none on SQLite', () => expect(kind).toBe('SQLite'));
    return;
  }
  const s = servers(kind);

  test('each is told of both, with what they send by their last beat', async () => {
    const one = await s.enter('one');
    const two = await s.enter('two', { clockAhead: 7_000 });
    const sent = { one: [download('r1'), download('r2', null)], two: [download('r2', null), download('r3')] };
    one.sends(() => sent.one);
    two.sends(() => sent.two);
    await two.beat();
    expect(await one.live()).toMatchObject([
      { name: 'one', isOwn: true, downloads: sent.one },
      { name: 'two', isOwn: false, downloads: sent.two, clockAhead: 7_000 },
    ]);
    expect(namesOf(await two.live())).toEqual(['one', 'two']);
    expect(await one.running(), 'one record, however many servers send it').toEqual([
      download('r2', null),
      download('r3'),
      download('r1'),
    ]);
    sent.two = [];
    expect(await one.running(), 'as of the last beat').toHaveLength(3);
    await two.beat();
    expect(await one.running()).toEqual(sent.one);
    await two.leave();
    expect(namesOf(await one.live())).toEqual(['one']);
    expect(s.errors).toEqual([]);
  });

  test.each<[string, Record<string, string>, RegExp]>([
    [
      'two',
      {},
      /stored files on its own disk.+Stop one\. For both to run, the files must move into an object store first: docs\/running\.md/s,
    ],
    ['two', S3, /has no SECRET_KEY: several servers need the same\. Stop all, start one with SECRET_KEY/],
    ['one', SHARED, /is called one, too\. Give each server a SERVER_NAME of its own/],
    [
      'two',
      { ...SHARED, STORAGE_URL: S3.STORAGE_URL.replace('portal', 'other') },
      /files in s3:\/\/bucket\/portal\/, this one in s3:\/\/bucket\/other\/\. Give all servers the same STORAGE_URL/,
    ],
  ])(
    'a second, %s with %o, is refused with words once the first is seen to live',
    async (name, env, words) => {
      const one = await s.enter('one');
      const waited: string[] = [];
      const refused = s.enter(name, {
        id: 'another folder',
        env,
        onWaiting(told) {
          waited.push(told);
          void one.beat();
        },
      });
      await expect(refused).rejects.toThrow(words);
      expect(waited).toEqual([expect.stringMatching(/Waiting whether one still lives: 30 seconds after/)]);
      expect(namesOf(await one.live())).toEqual(['one']);
    },
  );

  test('one that was killed stands in nobody’s way for longer than its lease', async () => {
    await s.plant('killed', 0);
    const onWaiting = vi.fn(() => void s.silentFor('killed', 30_500));
    const next = await s.enter('next', { env: {}, onWaiting });
    expect(onWaiting).toHaveBeenCalledOnce();
    expect(namesOf(await s.rows()), 'its row is gone').toEqual(['next']);
    await next.leave();
    for (const [later, ms] of [
      ['later', 30_500],
      ['after the clock was set back', -3_600_000],
    ] as const) {
      await s.plant('killed', ms);
      const one = await s.enter('later', { env: {}, onWaiting });
      expect(onWaiting, later).toHaveBeenCalledOnce();
      expect(namesOf(await s.rows()), later).toEqual(['later']);
      await one.leave();
    }
  });

  test('the same data folder takes its own row over at once, blobs on its disk or not', async () => {
    const before = await s.enter('one', { env: {} });
    const onWaiting = vi.fn();
    const after = await s.enter('one', { env: {}, onWaiting });
    expect(onWaiting).not.toHaveBeenCalled();
    await before.leave();
    expect(await s.rows(), 'who was before removes nothing of it').toHaveLength(1);
    expect(await after.live()).toHaveLength(1);
  });

  test('of several that start at the same moment and do not go together, one starts', async () => {
    const starts = Array.from({ length: 8 }, (_, n) => `server-${n}`).map(async (name) => {
      const started = await s.enter(name, { env: {} });
      await vi.waitFor(async () => {
        await started.beat();
        expect(left).toBe(1);
      }, 60_000);
    });
    let left = starts.length;
    const ended = await Promise.allSettled(
      starts.map((start) =>
        start.catch((error) => {
          left--;
          throw error;
        }),
      ),
    );
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await s.rows()).toHaveLength(1);
  });

  test('one whose row was removed while the database was out of reach is entered again', async () => {
    const one = await s.enter('one');
    await s.db.deleteFrom('servers').execute();
    await one.beat();
    expect(namesOf(await s.rows())).toEqual(['one']);
    expect(s.errors).toEqual([]);
  });

  test('with a copy of a data folder on another machine a second is refused while the first lives', async () => {
    const one = await s.enter('one');
    const copy = { id: 'one', machine: 'elsewhere' };
    const refused = s.enter('two', { ...copy, onWaiting: () => void one.beat() });
    await expect(refused).rejects.toThrow(/one, runs with a copy of this data folder\. Stop the one that/);
    expect(await s.rows()).toMatchObject([{ name: 'one', machine: 'here' }]);

    // Cut off for longer than its lease, and back.
    await s.silentFor('one', 31_000);
    const two = await s.enter('two', copy);
    expect(namesOf(await s.rows())).toEqual(['two']);
    await one.beat();
    expect(s.errors).toEqual([
      expect.objectContaining({ message: expect.stringContaining('a copy of this data folder') }),
    ]);
    const told = (name: string) => [{ id: 'servers.copy', values: { name } }];
    expect([await one.conflicts(), await two.conflicts()]).toEqual([told('two'), told('one')]);
    await two.beat();
    expect(namesOf(await two.live())).toEqual(['one', 'two']);
  });

  test('a copy of a data folder on the same machine is told of', async () => {
    const one = await s.enter('one');
    await s.enter('one');
    await one.beat();
    expect(s.errors).toEqual([
      expect.objectContaining({ message: expect.stringContaining('a copy of this data folder') }),
    ]);
  });

  test('what does not go together and runs all the same is a conflict', async () => {
    const one = await s.enter('one', { env: {} });
    await s.silentFor('one', 31_000);
    const two = await s.enter('two', { env: {} });
    await one.beat();
    const disk = (name: string) => [{ id: 'servers.disk', values: { name } }];
    expect([await one.conflicts(), await two.conflicts()]).toEqual([disk('two'), disk('one')]);
  });

  describe('not across migrations', () => {
    const formerly = () =>
      s.sql('delete from kysely_migration where name = (select max(name) from kysely_migration)');
    const upgrade = (id: string) => openDatabase(s.url, undefined, { beforeUpgrade: assertAlone(id) });
    const words =
      /of a former version, and another server, one, runs on it\. Stop all servers, start one of the new/;

    test('while another server lives the database is not upgraded, by nobody', async () => {
      await s.enter('one');
      await formerly();
      await expect(assertMayUpgrade(s.url, 'two')).rejects.toThrow(words);
      await expect(upgrade('two')).rejects.toThrow(words);
      // Its own data folder's lock says that it is over.
      await assertMayUpgrade(s.url, 'one', 'here');
      await expect(assertMayUpgrade(s.url, 'one', 'elsewhere'), 'a copy of it').rejects.toThrow(words);
    });

    test('one that counted as gone, and comes back to a newer database, ends', async () => {
      const one = await s.enter('one');
      await s.silentFor('one', 31_000);
      await s.db.transaction().execute(assertAlone('two'));
      await s.db
        .insertInto('kysely_migration' as never)
        .values({ name: '9999-later', timestamp: '' } as never)
        .execute();
      await one.beat();
      expect(s.fatal).toEqual([expect.any(NewerDatabase)]);
      expect(await s.rows()).toEqual([]);
    });

    test('who upgrades and who enters wait for one another', async () => {
      const begun = Promise.withResolvers<void>();
      const go = Promise.withResolvers<void>();
      const upgrading = s.db.transaction().execute(async (trx) => {
        await assertAlone('two')(trx);
        begun.resolve();
        await go.promise;
        await trx
          .insertInto('kysely_migration' as never)
          .values({ name: '9999-later', timestamp: '' } as never)
          .execute();
      });
      await begun.promise;
      const refused = expect(s.enter('one')).rejects.toThrow(NewerDatabase);
      const waits = async () => {
        const rows = await s.sql(`select 1 from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`);
        return rows.length;
      };
      await expect.poll(waits, { timeout: 30_000 }).toBe(1);
      go.resolve();
      await upgrading;
      await refused;
    });
  });
});
