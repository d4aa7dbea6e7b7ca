import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { openDatabase } from '../database/index.ts';
import { hashPool } from '../hashing/index.ts';
import { type BlobStore, openBlobStore } from '../storage/index.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { temporaryFolder } from '../testing/databases.ts';
import { sql, sqliteFile } from '../testing/look-inside.ts';
import { backUp } from './index.ts';

const fatal = (error: unknown) => {
  throw error;
};

let t: TestApp;
let to: Awaited<ReturnType<typeof temporaryFolder>>;

beforeEach(async () => {
  t = await buildTestApp();
  to = await temporaryFolder();
});
afterEach(async () => {
  await t.close();
  await to.remove();
});

const keys = async () =>
  (await sql<{ key: string }>(t, "select key from blobs where state = 'kept'")).map(({ key }) => key);

test('operations "Commands": a purge meanwhile asks for another snapshot, and nothing is read a second time', async () => {
  for (let n = 0; n < 12; n++) await t.dataset({ name: `Saved ${n}`, files: { 'a.txt': `${n}` } });
  await t.app.settle();
  // A file's: that of an archive's layout outlives its dataset. It comes last but for such ones, since blobs go by key.
  const files = await sql<{ blob: string; dataset: string }>(
    t,
    "select blob_key as blob, dataset_id as dataset from objects where kind = 'file' order by blob_key",
  );
  const last = files.at(-1);
  const token = await t.adminToken();
  const purge = async (id: string | undefined) => {
    await t.call('DELETE', `/api/v1/admin/dataset/${id}`, { token });
    await t.call('DELETE', `/api/v1/admin/trash/${id}`, { token });
    await t.app.settle();
  };
  const blobs = await openBlobStore(readConfig({ DATA_DIR: t.folder }), { onError: fatal, onFatal: fatal });
  let opened = 0;
  let purged: Promise<void> | undefined;
  const watched: BlobStore = {
    ...blobs,
    async open(key) {
      opened++;
      if (opened === 6) purged = purge(last?.dataset);
      // Several are copied at once: the others do not come to the last one before it is purged.
      await purged;
      return blobs.open(key);
    },
  };
  const db = await openDatabase(sqliteFile(t), fatal);
  const pool = hashPool();
  try {
    const made = await backUp(
      { db, where: sqliteFile(t), blobs: watched, pool, instanceId: 'it', keyFile: undefined, now: Date.now },
      {
        folder: join(to.path, 'saved'),
        earlier: undefined,
        passphrase: undefined,
        signal: new AbortController().signal,
        onProgress() {},
      },
    );
    const names = made.blobs.map(([key]) => key);
    expect(names).not.toContain(last?.blob);
    expect(names.sort()).toEqual((await keys()).sort());
    expect(made).toMatchObject({ lost: [], kept: 0, linked: 0, copied: names.length });
    expect(opened, 'the purged one was looked for').toBeGreaterThan(names.length);
  } finally {
    await pool.close();
    await db.destroy();
  }
});
