import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { diskStore } from '../blobs/disk-store.ts';
import { type Db, openDatabase } from '../database/open.ts';
import { newId } from '../ids.ts';
import { freshDatabase, onEachDatabase, temporaryFolder } from '../testing/databases.ts';
import { blobLedger } from './blob-ledger.store.ts';

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

onEachDatabase('faults.md: what a crash leaves is gone after the next start', (kind) => {
  let db: Db;
  let fresh: Awaited<ReturnType<typeof freshDatabase>>;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  const owner = newId();
  const ledger = (who = owner) =>
    blobLedger(
      db,
      diskStore(folder.path, () => {}),
      who,
      () => 1,
    );
  const states = async () =>
    (await db.selectFrom('blobs').select(['key', 'state']).orderBy('key').execute()).map(
      (row) => `${row.key} ${row.state}`,
    );
  const files = async () =>
    (await readdir(folder.path, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile() && !entry.name.startsWith('db'))
      .map((entry) => entry.name);

  beforeEach(async () => {
    fresh = await freshDatabase(kind);
    folder = await temporaryFolder();
    db = await openDatabase(fresh.url ?? join(folder.path, 'db.sqlite'));
  });
  afterEach(async () => {
    await db.destroy();
    await fresh.drop();
    await folder.remove();
  });

  test('written but never kept: row and bytes go; kept ones stay', async () => {
    const kept = await ledger().write(once('kept'));
    await ledger().keep(db, kept);
    await ledger().write(once('orphan'));
    await ledger().reserve();
    await mkdir(join(folder.path, 'tmp'), { recursive: true });
    await writeFile(join(folder.path, 'tmp', newId()), 'half');
    expect(await ledger().recover()).toBe(2);
    expect(await states()).toEqual([`${kept.key} kept`]);
    expect(await files()).toEqual([kept.key]);
    expect(await ledger().recover()).toBe(0);
  });

  test('a blob that another server is writing is left alone', async () => {
    const theirs = await ledger('another server').write(once('theirs'));
    expect(await ledger().recover()).toBe(0);
    expect(await files()).toEqual([theirs.key]);
  });

  test('a write that fails leaves neither row nor bytes; discard spares what was kept', async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.alloc(3_000_000);
      throw new Error('gone');
    }
    await expect(ledger().write(broken())).rejects.toThrow('gone');
    expect(await states()).toEqual([]);
    expect(await files()).toEqual([]);
    const kept = await ledger().write(once('kept'));
    await ledger().keep(db, kept);
    await ledger().discard([kept.key, newId()]);
    expect(await states()).toEqual([`${kept.key} kept`]);
  });
});
