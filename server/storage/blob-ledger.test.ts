import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Db, openDatabase } from '../database/index.ts';
import { newId } from '../shared/ids.ts';
import { freshDatabase, onEachDatabase, temporaryFolder } from '../testing/databases.ts';
import { blobLedger } from './blob-ledger.store.ts';
import { diskStore } from './disk-store.ts';

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

onEachDatabase('faults.md: what a crash leaves is gone after the next start', (kind) => {
  let db: Db;
  let fresh: Awaited<ReturnType<typeof freshDatabase>>;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  const owner = newId();
  const disk = () => diskStore(folder.path, () => {});
  const told = vi.fn();
  const ledger = (who = owner, store = disk()) => blobLedger(db, store, who, () => 1, [], undefined, told);
  const states = async () =>
    (await db.selectFrom('blobs').select(['key', 'state']).orderBy('key').execute()).map(
      (row) => `${row.key} ${row.state}`,
    );
  const files = async () =>
    (await readdir(folder.path, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile() && !entry.name.startsWith('db'))
      .map((entry) => entry.name);

  beforeEach(async () => {
    told.mockClear();
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

  describe('a blob is discarded while a commit takes it up: either its bytes and its row stay, or both go', () => {
    const agree = async (key: string) => {
      const rows = await states();
      expect(await files()).toEqual(rows.map((row) => row.split(' ')[0]));
      return rows.includes(`${key} kept`);
    };

    test('the commit comes between the look and the removal of the bytes', async () => {
      const blob = await ledger().write(once('wanted'));
      const store = disk();
      let kept: boolean | undefined;
      const late = ledger(owner, {
        ...store,
        async delete(keys) {
          kept = await db
            .transaction()
            .execute((trx) => ledger().keep(trx, blob))
            .then(
              () => true,
              () => false,
            );
          await store.delete(keys);
        },
      });
      await late.discard([blob.key]);
      expect(kept).toBe(false);
      expect(await agree(blob.key)).toBe(false);
    });

    test('the commit is under way when it is discarded', async () => {
      const blob = await ledger().write(once('wanted'));
      const store = disk();
      const { promise: deleted, resolve } = Promise.withResolvers<void>();
      const other = ledger(owner, { ...store, delete: (keys) => store.delete(keys).finally(resolve) });
      const discarding = await db.transaction().execute(async (trx) => {
        await ledger().keep(trx, blob);
        const begun = other.discard([blob.key]);
        // Long enough for a deletion that would not wait for the commit.
        await Promise.race([deleted, sleep(100)]);
        return { begun };
      });
      await discarding.begun;
      expect(await agree(blob.key)).toBe(true);
    });

    test('a crash, or a store that fails, between the mark and the removal: the next start goes on', async () => {
      const blob = await ledger().write(once('orphan'));
      const failing = ledger(owner, { ...disk(), delete: async () => Promise.reject(new Error('away')) });
      // Told, not thrown: who discards has committed, or has an error of its own.
      await failing.discard([blob.key]);
      expect(told.mock.calls).toEqual([[new Error('away')]]);
      expect(await states()).toEqual([`${blob.key} discarded`]);
      await expect(ledger().keep(db, blob)).rejects.toThrow('gone');
      expect(await ledger('another server').recover()).toBe(0);
      expect(await ledger().recover()).toBe(1);
      expect([await states(), await files()]).toEqual([[], []]);
    });
  });
});
