import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { onEitherDatabase } from '../testing/databases.ts';
import { type ImportRoot, importRoot, type Shown } from '../testing/import-root.ts';
import { sql } from '../testing/look-inside.ts';

const REFUSED = 'refused.txt';
/** Statements that let no file of this name be registered, as a disk that is full would: no fault of the source's. */
const refusing = {
  SQLite: [
    `create trigger refused before insert on intake_files when new.name = '${REFUSED}'
     begin select raise(abort, 'no more room'); end`,
  ],
  PostgreSQL: [
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no more room'; end $$`,
    `create trigger refused before insert on intake_files for each row when (new.name = '${REFUSED}')
     execute function refuse()`,
  ],
};

onEitherDatabase('decisions §4: an ingest whose job fails for good', (database) => {
  let t: TestApp;
  let root: ImportRoot;
  beforeAll(async () => {
    root = await importRoot();
    t = await buildTestApp({ database, env: { IMPORT_ROOTS: root.path } });
  });
  afterAll(async () => {
    await t.close();
    await root.remove();
  });

  test('its sources fail with the job’s note, and the version is held up no longer', async () => {
    await root.put(`tree/${REFUSED}`, 'x');
    for (const statement of refusing[database]) await sql(t, statement);
    const { id } = (await t.dataset({ name: 'Given up', status: 'draft' })).dataset;
    const source = { import: `${root.path}/tree` };
    const good = { import: await root.put('good.txt', 'good') };
    const subsets = [
      { path: 'given-up/given-up-1.0/tree.zip', source },
      { path: 'given-up/given-up-1.0/good.txt', source: good },
    ];
    await t.call('POST', `/api/v1/admin/addSubsets/${id}`, { token: await t.ownToken(), body: { subsets } });
    for (let tried = 0; tried < 12; tried++) {
      await t.app.settle();
      t.clock.now += 5_000_000;
    }
    expect(await sql(t, "select state, attempts from jobs where kind = 'intake'")).toEqual([
      { state: 'failed', attempts: 12 },
    ]);
    const token = await t.ownToken();
    const shown = await t.call<Shown>('GET', `/api/v1/admin/dataset/${id}`, { token });
    const failed = {
      state: 'failed',
      message: expect.stringMatching(/^It could not be taken in: .*no more room/),
    };
    expect(shown.subsetList.map(({ path, intake }) => [path.split('/').at(-1), intake])).toEqual([
      ['train.csv', null],
      ['tree.zip', expect.objectContaining(failed)],
      ['good.txt', expect.objectContaining(failed)],
    ]);
    const freeze = (of: string) => t.ask('POST', `/api/v1/admin/dataset/${of}/freeze`, { token });
    const next = { token, body: { version: '2.0', note: '' } };
    const draft = await t.call<{ id: string }>('POST', `/api/v1/admin/dataset/${id}/newVersion`, next);
    const made = await t.call<Shown>('GET', `/api/v1/admin/dataset/${draft.id}`, { token });
    expect(
      made.subsetList.map(({ path }) => path),
      'what has a file',
    ).toEqual(['given-up/given-up-2.0/train.csv']);
    const frozen = { code: 200, data: { frozenAt: expect.any(String) } };
    expect(await freeze(draft.id)).toMatchObject(frozen);
    expect((await freeze(id)).msg).toContain('Send it again or delete it');
    for (const subset of shown.subsetList.slice(1))
      await t.call('DELETE', `/api/v1/admin/subset/${subset.id}`, { token });
    expect(await freeze(id)).toMatchObject(frozen);
  });
});
