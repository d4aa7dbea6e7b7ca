import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Db, openDatabase } from '../database/index.ts';
import { type BlobStore, blobLedger, diskStore } from '../storage/index.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { onEachDatabase } from '../testing/databases.ts';
import { form } from '../testing/forms.ts';
import { sql, sqliteFile } from '../testing/look-inside.ts';
import { changer } from './change.store.ts';
import { filePurgeStore } from './file-purge.store.ts';
import { filePurges } from './file-purge.ts';
import { purgeStore } from './purge.store.ts';
import { type Purges, purges } from './purge.ts';
import { takingOut } from './take-out.store.ts';

// A purge is weighed before its transaction: what comes in between is let in here.
onEachDatabase('decisions §4: what happens while a purge is weighed', (database) => {
  let t: TestApp;
  let db: Db;
  let token: string;
  let blobs: BlobStore;
  let own: Purges;
  let weighed: number;
  /** Called at each weighing, the first one is 1. */
  let between: (weighing: number) => Promise<unknown>;
  beforeAll(async () => {
    t = await buildTestApp({ database });
    token = await t.adminToken();
    db = await openDatabase(t.databaseUrl ?? sqliteFile(t));
    const store = purgeStore(db);
    blobs = diskStore(t.folder, () => {});
    own = purges({
      store: {
        ...store,
        async commit(...given) {
          weighed += 1;
          await between(weighed);
          return store.commit(...given);
        },
      },
      ledger: blobs,
      blobs,
      now,
      onError: (error) => expect.unreachable(String(error)),
    });
  });
  afterAll(async () => {
    await own.stop();
    await db.destroy();
    await t.close();
  });

  const now = () => t.clock.now;
  const newVersion = (id: string, version: string) =>
    t.call<{ id: string }>('POST', `/api/v1/admin/dataset/${id}/newVersion`, { token, body: { version } });
  /** The states of the files' blobs. */
  const statesOf = async (id: string) =>
    (
      await sql<{ state: string }>(
        t,
        `select state from blobs where key in (select blob_key from objects where dataset_id = '${id}' and kind = 'file')`,
      )
    ).map(({ state }) => state);
  async function purge(datasetId: string, meanwhile: () => Promise<unknown>): Promise<void> {
    [weighed, between] = [0, async (weighing) => weighing === 1 && meanwhile()];
    expect(await own.now({ kind: 'release', datasetId }, async () => {})).toBe(true);
    await own.round();
  }

  test('a version made from it keeps its bytes', async () => {
    const { id } = (await t.dataset({ name: 'Made from', files: { 'a.csv': 'a', 'b.csv': 'b' } })).dataset;
    let made = '';
    await purge(id, async () => {
      made = (await newVersion(id, '2.0')).id;
    });
    expect(weighed, 'weighed again').toBe(2);
    expect(await statesOf(made)).toEqual(['kept', 'kept']);
    await purge(made, async () => {});
    expect(await statesOf(made)).toEqual(['purged', 'purged']);
  });

  test('another version purged leaves no bytes that neither needs', async () => {
    const { id } = (await t.dataset({ name: 'Both', files: { 'a.csv': 'both a' } })).dataset;
    const other = (await newVersion(id, '2.0')).id;
    await purge(id, async () => {
      await t.call('DELETE', `/api/v1/admin/dataset/${other}`, { token });
      await t.call('DELETE', `/api/v1/admin/trash/${other}`, { token });
    });
    expect(weighed, 'weighed again').toBe(2);
    expect(await statesOf(id)).toEqual(['purged']);
  });

  test('a file of the same bytes that comes while they are taken out of a version stays', async () => {
    const { id } = (await t.dataset({ name: 'Comes', files: { 'a.csv': 'same bytes' } })).dataset;
    await t.call('POST', `/api/v1/admin/dataset/${id}/freeze`, { token });
    const other = (await newVersion(id, '2.0')).id;
    const ledger = blobLedger(db, blobs, 'purge-weighed', now);
    const takeOut = takingOut(ledger, changer(db, ledger), now);
    const filePurge = filePurges({
      ...{ db, store: filePurgeStore(db), ledger, purges: own, now },
      async takeOut(...given) {
        await takeOut(...given);
        const body = form({}, ['subsets', 'same bytes', 'again.csv']);
        await t.call('POST', `/api/v1/admin/addSubsets/${other}`, { token, body });
      },
    });
    [weighed, between] = [0, async () => {}];
    const what = { path: 'a.csv', reason: 'Law.', also: [other] };
    expect(await filePurge.purge(id, what, async () => {}), 'gone everywhere').toBe(false);
    await own.round();
    expect((await statesOf(other)).sort()).toEqual(['kept', 'purged']);
  });

  test('a version that changes at each look: 409, nothing is purged, and it may be asked for again', async () => {
    const { id } = (await t.dataset({ name: 'Restless', files: { 'a.csv': 'restless' } })).dataset;
    [weighed, between] = [0, (weighing) => newVersion(id, `2.${weighing}`)];
    await expect(own.now({ kind: 'release', datasetId: id }, async () => {})).rejects.toMatchObject({
      code: 409,
      message: 'The files of this version have just changed. Try again.',
    });
    expect(await statesOf(id)).toEqual(['kept']);
    await purge(id, async () => {});
    expect(weighed).toBe(1);
  });

  test('what another version gets does not begin it anew', async () => {
    const { id } = (await t.dataset({ name: 'Busy', files: { 'a.csv': 'busy a', 'b.csv': 'busy b' } }))
      .dataset;
    const other = (await newVersion(id, '2.0')).id;
    await purge(id, async () => {
      const { subsetList } = await t.call<{ subsetList: { id: string }[] }>(
        'GET',
        `/api/v1/admin/dataset/${other}`,
        { token },
      );
      await t.call('DELETE', `/api/v1/admin/subset/${subsetList[0]?.id}`, { token });
    });
    expect(weighed).toBe(1);
    expect(await statesOf(other), 'in the trash, too').toEqual(['kept', 'kept']);
  });
});
