import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase, onEachDatabase, temporaryFolder } from '../testing/databases.ts';
import { insertMany, recordRow, userRow } from '../testing/rows.ts';
import { compiled } from './compiled.ts';
import { type Db, openDatabase } from './open.ts';
import { Parameter } from './parameter.ts';

onEachDatabase('a query that is built once', (kind) => {
  let fresh: Awaited<ReturnType<typeof freshDatabase>>;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let db: Db;
  beforeAll(async () => {
    fresh = await freshDatabase(kind);
    folder = await temporaryFolder();
    db = await openDatabase(fresh.url ?? `${folder.path}/vitrine.sqlite`);
    await insertMany(db, 'users', [userRow('one', { approved_until: 7 }), userRow('two')]);
    await insertMany(
      db,
      'records',
      ['one', 'two'].map((id) => recordRow(`of ${id}`, { user_id: id })),
    );
  });
  afterAll(async () => {
    await db.destroy();
    await fresh.drop();
    await folder.remove();
  });
  const joined = (id: string) =>
    db
      .selectFrom('records')
      .innerJoin('users', 'users.id', 'records.user_id')
      .select(['records.id', 'users.approved_until'])
      .where('users.id', '=', id);

  test('answers for each value: texts, numbers and nothing', async () => {
    const byUser = compiled<{ id: string }, { id: string; approved_until: number | null }>(db, (parameter) =>
      joined(parameter('id')),
    );
    expect(await byUser({ id: 'one' })).toEqual([{ id: 'of one', approved_until: 7 }]);
    expect(await byUser({ id: 'two' })).toEqual([{ id: 'of two', approved_until: null }]);
    expect(await byUser({ id: 'three' })).toEqual([]);
    const until = compiled<{ id: string; until: number | null }, unknown>(db, (parameter) =>
      db
        .updateTable('users')
        .set({ approved_until: parameter('until') })
        .where('id', '=', parameter('id')),
    );
    await until({ id: 'two', until: 8 });
    await until({ id: 'one', until: null });
    const later = compiled<{ after: number }, { id: string }>(db, (parameter) =>
      db.selectFrom('users').select('id').where('approved_until', '>', parameter('after')),
    );
    expect(await later({ after: 7 })).toEqual([{ id: 'two' }]);
    expect(await later({ after: 8 })).toEqual([]);
  });

  test('SQLite does not look at the values, which would have it plan a join anew for each', () => {
    const { sql } = joined(new Parameter('id') as never).compile();
    expect(sql).toContain(kind === 'SQLite' ? '= ifnull(?, null)' : '= $1');
    expect(joined('one').compile().sql, 'where no gap is, they may lead to an index').toMatch(
      kind === 'SQLite' ? /= \?$/ : /= \$1$/,
    );
  });
});
