import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshDatabase, onEachDatabase, temporaryFolder } from '../../testing/databases.ts';
import { insertMany, recordRow, userRow } from '../../testing/rows.ts';
import { type Db, openDatabase } from '../open.ts';
import { clearChangeLog } from './change-log.ts';
import { listKeeper } from './keeper.ts';
import { standingLists } from './lists.ts';
import { listsOf } from './of.ts';
import { openSource } from './open-source.ts';
import { MARK_HOLDS, MOST_CHANGES, type Source } from './source.ts';

const HOUR = 3_600_000;
const all = { filters: { now: 0 }, sort: 'email', descending: false, offset: 0, size: 10 } as const;

onEachDatabase('docs/decisions/0018: the lists in memory follow the log of changes', (kind) => {
  let fresh: Awaited<ReturnType<typeof freshDatabase>>;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let where: string;
  let db: Db;
  const users = async (lists = listsOf(db)) => (await lists.ask('users', all)).ids;
  const source = (): Source => openSource(where);
  const logged = async () =>
    (await db.selectFrom('list_changes').select(['list', 'row_id']).orderBy('seq').execute()).map(
      ({ list, row_id }) => `${list} ${row_id}`,
    );
  const forgetLog = () => db.deleteFrom('list_changes').execute();

  beforeEach(async () => {
    fresh = await freshDatabase(kind);
    folder = await temporaryFolder();
    where = fresh.url ?? `${folder.path}/vitrine.sqlite`;
    db = await openDatabase(where);
    await insertMany(db, 'users', [userRow('a'), userRow('b')]);
  });
  afterEach(async () => {
    await db.destroy();
    await fresh.drop();
    await folder.remove();
  });

  test('what was committed before the question is in the answer, also of another process', async () => {
    const other = standingLists(where);
    expect([await users(), await users(other)]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
    for (const id of ['c', 'd', 'e']) {
      await insertMany(db, 'users', [userRow(id)]);
      expect([(await users()).at(-1), (await users(other)).at(-1)]).toEqual([id, id]);
    }
    await other.close();
  });

  test('only changes of what the lists hold are told, and each such', async () => {
    await insertMany(db, 'records', [recordRow('r', { user_id: 'a' })]);
    await forgetLog();
    await db
      .updateTable('users')
      .set({ email: 'a@example.org', purpose: 'other' })
      .where('id', '=', 'a')
      .execute();
    await db.updateTable('records').set({ ranges: '[[0,1]]', open_key: 'x' }).where('id', '=', 'r').execute();
    expect(await logged()).toEqual([]);
    const changes = {
      email: 'x',
      first_name: 'x',
      family_name: 'x',
      affiliation: 'x',
      status: 'approved',
    } as const;
    const times = { created_at: 9, applied_at: 9, reviewed_at: 9, approved_until: 9 };
    for (const [column, value] of Object.entries({ ...changes, ...times }))
      await db
        .updateTable('users')
        .set({ [column]: value })
        .where('id', '=', 'a')
        .execute();
    expect(await logged()).toEqual(Array(9).fill('users a'));
    await forgetLog();
    const words = {
      user_id: null,
      user_name: 'x',
      email: 'x',
      dataset_id: 'x',
      dataset_name: 'x',
      version: 'x',
    };
    for (const [column, value] of Object.entries({
      ...words,
      subset_path: 'x',
      bytes_sent: 9,
      complete: null,
      started_at: 9,
    }))
      await db
        .updateTable('records')
        .set({ [column]: value })
        .where('id', '=', 'r')
        .execute();
    expect(await logged()).toEqual(Array(10).fill('records r'));
    await db.deleteFrom('users').where('id', '=', 'b').execute();
    expect((await logged()).at(-1)).toBe('users b');
  });

  if (kind === 'PostgreSQL')
    test('transactions that commit in another order than they began: none is missed', async () => {
      await users();
      const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
      const { promise: written, resolve: hasWritten } = Promise.withResolvers<void>();
      const slow = db.transaction().execute(async (trx) => {
        await trx.insertInto('users').values(userRow('slow')).execute();
        hasWritten();
        await held;
      });
      await written;
      await insertMany(db, 'users', [userRow('quick')]);
      expect(await users()).toEqual(['a', 'b', 'quick']);
      letGo();
      await slow;
      expect(await users()).toEqual(['a', 'b', 'quick', 'slow']);
    });

  if (kind === 'PostgreSQL')
    test('a connection that the database cuts: the next question is answered, and nothing is missed', async () => {
      await users();
      await insertMany(db, 'users', [userRow('c')]);
      const cut = sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`;
      await db.connection().execute((one) => cut.execute(one));
      const answer = await users().catch((error: unknown) => error);
      if (answer instanceof Error) expect(answer).toMatchObject({ code: 503 });
      else expect(answer).toEqual(['a', 'b', 'c']);
      expect(await users()).toEqual(['a', 'b', 'c']);
    });

  test('more changes than are worth following: all is read anew', async () => {
    expect(await users()).toEqual(['a', 'b']);
    await insertMany(db, 'users', [userRow('unseen')]);
    await forgetLog();
    // It is the log that is followed, not the table.
    expect(await users()).toEqual(['a', 'b']);
    const numbers = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i <= ${sql.lit(MOST_CHANGES)})`;
    await (kind === 'SQLite'
      ? sql`insert into list_changes (list, row_id, at) ${numbers} select 'records', 'none' || i, 0 from n`
      : sql`insert into list_changes (xid, list, row_id, at)
          ${numbers} select pg_current_xact_id()::text::bigint, 'records', 'none' || i, 0 from n`
    ).execute(db);
    expect(await users()).toEqual(['a', 'b', 'unseen']);
  });

  test('not asked for so long that the log may have been cleared: all is read anew', async () => {
    const real = source();
    let later = 0;
    const keeper = listKeeper({
      ...real,
      changes: async (mark) => {
        const { mark: next, changes } = await real.changes(mark);
        return { mark: { ...next, at: next.at + later }, changes };
      },
    });
    const answer = async () => {
      await keeper.keepUp();
      return (keeper.answer('users', all) as { ids: string[] }).ids;
    };
    await answer();
    await insertMany(db, 'users', [userRow('unseen')]);
    await forgetLog();
    later = MARK_HOLDS - HOUR / 60;
    expect(await answer()).toEqual(['a', 'b']);
    later += MARK_HOLDS + HOUR / 60;
    expect(await answer()).toEqual(['a', 'b', 'unseen']);
    await real.close();
  });

  test('the log is cleared of what is over an hour old, and of nothing else', async () => {
    const [{ at = 0 } = {}] = await db.selectFrom('list_changes').select('at').execute();
    await db
      .updateTable('list_changes')
      .set({ at: at - HOUR - 1 })
      .where('row_id', '=', 'a')
      .execute();
    await db
      .updateTable('list_changes')
      .set({ at: at - HOUR + 120_000 })
      .where('row_id', '=', 'b')
      .execute();
    await clearChangeLog(db);
    expect(await logged()).toEqual(['users b']);
    // Much longer than what is cleared at a time.
    await insertMany(
      db,
      'users',
      Array.from({ length: 2_500 }, (_, n) => userRow(`many ${n}`)),
    );
    await db
      .updateTable('list_changes')
      .set({ at: at - 2 * HOUR })
      .execute();
    await clearChangeLog(db);
    expect(await logged()).toEqual([]);
    await clearChangeLog(db);
  });

  test('closed with a question under way: it is refused, not left waiting', async () => {
    const asked = users();
    const refused = expect(asked).rejects.toThrow(/ended|closed/);
    await listsOf(db).close();
    await refused;
    await expect(users()).rejects.toThrow('closed');
  });
});
