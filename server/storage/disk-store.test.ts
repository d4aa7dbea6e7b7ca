import { type FileHandle, mkdir, open, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { newId } from '../shared/ids.ts';
import { temporaryFolder } from '../testing/databases.ts';
import { blobStoreSuite } from './blob-store.suite.ts';
import { diskStore } from './disk-store.ts';

async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

blobStoreSuite('disk', async () => {
  const folder = await temporaryFolder();
  const fatal = (error: unknown) => {
    throw error;
  };
  return {
    store: diskStore(folder.path, fatal),
    keys: () => filesUnder(folder.path),
    async leaveHalf(key) {
      await mkdir(join(folder.path, 'tmp'), { recursive: true });
      await writeFile(join(folder.path, 'tmp', key), 'half');
    },
    remove: folder.remove,
    memory: { megabytes: 50, atMost: 30 },
  };
});

describe('disk store: failures of the disk', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  afterEach(() => folder.remove());

  test('faults, disk full: ENOSPC and EDQUOT become 507 and leave nothing; other errors stay as they are', async () => {
    for (const [code, expected] of [
      ['ENOSPC', { code: 507 }],
      ['EDQUOT', { code: 507 }],
      ['EIO', { code: 'EIO' }],
    ] as const) {
      const store = diskStore(folder.path, () => {});
      async function* source(): AsyncGenerator<Uint8Array> {
        yield Buffer.alloc(2_000_000);
        // The error code of a failed write: the store cannot tell which part of its chain failed.
        throw Object.assign(new Error(code), { code });
      }
      await expect(store.put(newId(), source())).rejects.toMatchObject(expected);
      expect(await filesUnder(folder.path)).toEqual([]);
    }
  });

  test('a blob lies under its key’s first two characters', async () => {
    const key = newId();
    async function* source() {
      yield Buffer.from('x');
    }
    await diskStore(folder.path, () => {}).put(key, source());
    expect((await stat(join(folder.path, 'blobs', key.slice(0, 2), key))).size).toBe(1);
    expect(await readdir(join(folder.path, 'tmp'))).toEqual([]);
  });

  test('faults, disk full: of many blobs all bytes are freed first, then each folder is synced once', async () => {
    const store = diskStore(folder.path, () => {});
    async function* source() {
      yield Buffer.from('x');
    }
    const keys = Array.from({ length: 40 }, (_, n) => `${n % 2 ? 'aa' : 'bb'}${newId().slice(2)}`);
    for (const key of keys) await store.put(key, source());
    const handle = await open(folder.path, 'r');
    const files: FileHandle = Object.getPrototypeOf(handle);
    await handle.close();
    const { sync } = files;
    const left: number[] = [];
    const spy = vi.spyOn(files, 'sync').mockImplementation(async function (this: FileHandle) {
      left.push((await filesUnder(folder.path)).length);
      await sync.call(this);
    });
    try {
      await store.delete(keys);
    } finally {
      spy.mockRestore();
    }
    expect(left).toEqual([0, 0]);
  });
});
