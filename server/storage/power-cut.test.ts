// @module-tag guards
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ForgetfulDisk,
  forgetfulDisk,
  haveForgetfulDisk,
} from '../../tests/harness/power-cut/forgetful-disk.ts';
import type { BlobStore } from './blob-store.ts';
import { diskStore } from './disk-store.ts';
import { type PartialBlobs, partialBlobs } from './resumable.ts';

const BYTES = Buffer.alloc(10_000, 7);
/** Each cut leaves another part of what was not synced. */
const seeds = [1, 2, 3, 4, 5, 6];
const key = (prefix: string, n: number) => `${prefix}${n}`.padEnd(20, 'x');

async function* once(): AsyncGenerator<Uint8Array> {
  yield BYTES;
}

describe.runIf(haveForgetfulDisk('blobs after a power cut'))(
  'faults.md: what the store answered is there after a power cut',
  () => {
    let home: string;
    let disk: ForgetfulDisk;
    beforeAll(async () => {
      home = await mkdtemp(join(tmpdir(), 'vitrine-power-'));
      disk = await forgetfulDisk(home);
    });
    afterAll(async () => {
      await disk.remove();
      await rm(home, { recursive: true, force: true });
    });

    const fatal = (error: unknown) => {
      throw error;
    };
    /** As a new process has them. */
    const opened = (): { store: BlobStore; partial: PartialBlobs } => {
      const store = diskStore(disk.path, fatal);
      return { store, partial: partialBlobs(disk.path, store, fatal) };
    };
    async function held(store: BlobStore): Promise<string[]> {
      const keys: string[] = [];
      for await (const one of store.keys()) keys.push(one);
      return keys.sort();
    }
    async function write(partial: PartialBlobs, one: string): Promise<void> {
      const file = await partial.open(one);
      await file.write(BYTES, 0, BYTES.length, 0);
      await partial.sync(one, file);
      await file.close();
    }

    test('a blob in a folder that another call, or a killed process, had made and not synced', async () => {
      for (const seed of seeds) {
        const one = key(String.fromCharCode(96 + seed).repeat(2), seed);
        await mkdir(join(disk.path, 'blobs', one.slice(0, 2)), { recursive: true });
        await opened().store.put(one, once());
        await disk.cut(seed);
        expect(await held(opened().store), `seed ${seed}`).toContain(one);
      }
    });

    test('the pieces of an upload, also of one that a killed process had begun', async () => {
      for (const seed of seeds) {
        const [own, former] = [key('p', seed), key('q', seed)];
        await opened().partial.create(former);
        const { partial } = opened();
        await partial.create(own);
        for (const one of [own, former]) await write(partial, one);
        await disk.cut(seed);
        for (const one of [own, former])
          expect(await opened().partial.size(one), `seed ${seed}`).toBe(BYTES.length);
        await opened().partial.place(own);
        await disk.cut(seed);
        expect(await held(opened().store)).toContain(own);
      }
    });

    test('a blob that was removed does not come back', async () => {
      for (const seed of seeds) {
        const { store } = opened();
        const removed = ['r', 'rr', 'rrr', 's', 'tt'].map((prefix) => key(prefix, seed));
        for (const one of removed) await store.put(one, once());
        await store.delete(removed);
        await disk.cut(seed);
        const left = await held(opened().store);
        expect(left.filter((one) => removed.includes(one))).toEqual([]);
      }
    });
  },
);
