import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { randomBytes } from '../../tests/support/random.ts';
import { newId } from '../shared/ids.ts';
import { collectGarbage } from '../testing/collect-garbage.ts';
import type { BlobStore } from './blob-store.ts';

export interface StoreUnderTest {
  store: BlobStore;
  /** Keys of everything in the store, complete or partial. */
  keys: () => Promise<string[]>;
  /** Leaves the state of a write whose process was killed. */
  leaveHalf: (key: string) => Promise<void>;
  remove: () => Promise<void>;
  /** Megabytes to write, and the most that may be in memory meanwhile. */
  memory: { megabytes: number; atMost: number };
}

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function* failing(after: number): AsyncGenerator<Uint8Array> {
  for (let sent = 0; sent < after; sent += 100_000) yield Buffer.alloc(100_000, 1);
  throw new Error('the source broke');
}

/**
 * Tests that every kind of blob store must pass.
 * @param make creates a new, empty one
 */
export function blobStoreSuite(name: string, make: () => Promise<StoreUnderTest>): void {
  describe(`blob store: ${name}`, () => {
    let under: StoreUnderTest;
    let store: BlobStore;
    beforeEach(async () => {
      under = await make();
      store = under.store;
    });
    afterEach(() => under.remove());

    const put = async (bytes: Uint8Array, size = 65_536) => {
      const key = newId();
      return { key, ...(await store.put(key, pieces(bytes, size))) };
    };
    async function read(key: string, start: number, end: number): Promise<Buffer> {
      const got: Uint8Array[] = [];
      for await (const piece of store.read(key, start, end)) got.push(piece);
      return Buffer.concat(got);
    }

    test('what is put has its size, SHA-256 and CRC-32, and comes back', async () => {
      for (const size of [1, 1_000, 1_048_576, 8_388_608, 8_388_609]) {
        const bytes = randomBytes(size);
        const written = await put(bytes, 7_777);
        expect(written).toEqual({
          key: expect.any(String),
          size,
          sha256: createHash('sha256').update(bytes).digest('hex'),
          crc32: crc32(bytes),
        });
        expect((await read(written.key, 0, size)).equals(bytes)).toBe(true);
      }
    });

    test('keys: what is in it, and nothing when it is empty', async () => {
      const listed = () => Readable.from(store.keys()).toArray();
      expect(await listed()).toEqual([]);
      const written = [await put(randomBytes(10)), await put(randomBytes(20))];
      expect((await listed()).sort()).toEqual(written.map(({ key }) => key).sort());
    });

    test('ranges, at the edges too', async () => {
      const bytes = randomBytes(1_500_000);
      const { key } = await put(bytes);
      for (const [start, end] of [
        [0, 1],
        [0, 0],
        [5, 5],
        [9, 4],
        [1_499_999, 1_500_000],
        [524_287, 524_289],
        [100, 1_400_000],
      ] as const)
        expect(
          (await read(key, start, end)).equals(bytes.subarray(start, Math.max(start, end))),
          `${start}-${end}`,
        ).toBe(true);
    });

    test('an empty blob', async () => {
      const { key, size, sha256, crc32: crc } = await put(new Uint8Array());
      expect([size, sha256, crc]).toEqual([0, createHash('sha256').digest('hex'), 0]);
      expect(await read(key, 0, 0)).toHaveLength(0);
    });

    test('a source that fails leaves nothing, however late', async () => {
      for (const after of [0, 100_000, 5_000_000, 20_000_000]) {
        await expect(store.put(newId(), failing(after))).rejects.toThrow('the source broke');
        expect(await under.keys()).toEqual([]);
      }
    });

    test('a deleted blob is gone; deleting it again is no error', async () => {
      const [one, other] = [await put(randomBytes(10)), await put(randomBytes(10))];
      await store.delete([one.key]);
      await store.delete([one.key]);
      await expect(read(one.key, 0, 10)).rejects.toThrow();
      expect(await under.keys()).toEqual([other.key]);
    });

    test('many deleted at once, of which some are gone already: all are gone, others stay', async () => {
      const keys: string[] = [];
      for (let n = 0; n < 21; n++) keys.push((await put(randomBytes(10))).key);
      const [kept = '', ...others] = keys;
      await store.delete(others.slice(5, 7));
      await store.delete(others);
      await store.delete([]);
      expect(await under.keys()).toEqual([kept]);
    });

    test('sweep removes what an interrupted write left, and nothing else', async () => {
      const { key } = await put(randomBytes(10));
      const half = newId();
      await under.leaveHalf(half);
      expect(await under.keys()).toHaveLength(2);
      await store.sweep({ dead: [half], alive: [] });
      expect(await under.keys()).toEqual([key]);
      expect(await read(key, 0, 10)).toHaveLength(10);
    });

    test('a reader that stops early lets go', async () => {
      const { key } = await put(randomBytes(3_000_000));
      for await (const piece of store.read(key, 0, 3_000_000)) {
        expect(piece.length).toBeGreaterThan(0);
        break;
      }
      expect(await read(key, 0, 3_000_000)).toHaveLength(3_000_000);
    });

    test('an open blob: ranges in any order, at the same time, and again', async () => {
      const bytes = randomBytes(2_000_000);
      const { key } = await put(bytes);
      const blob = await store.open(key);
      const part = async (start: number, end: number) => {
        const got: Uint8Array[] = [];
        for await (const piece of blob.read(start, end)) got.push(piece);
        return Buffer.concat(got).equals(bytes.subarray(start, Math.max(start, end)));
      };
      await blob.verify();
      expect(await part(1_900_000, 2_000_000)).toBe(true);
      expect(await part(7, 7)).toBe(true);
      expect(await Promise.all([part(0, 2_000_000), part(1, 999), part(0, 2_000_000)])).toEqual([
        true,
        true,
        true,
      ]);
      await blob.verify();
      await blob.close();
    });

    test('what is not there cannot be opened and read', async () => {
      const openAndRead = async (key: string) => {
        for await (const piece of (await store.open(key)).read(0, 10)) return piece;
      };
      const { key } = await put(randomBytes(10));
      await store.delete([key]);
      await expect(openAndRead(key)).rejects.toThrow();
      await expect(openAndRead(newId())).rejects.toThrow();
    });

    test('ranges across 20 MB that came in as several parts', async () => {
      const bytes = randomBytes(20_000_000);
      const { key, sha256 } = await put(bytes, 1_000_003);
      expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
      for (const [start, end] of [
        [0, bytes.length],
        [8_388_607, 8_388_609],
        [8_388_608, 16_777_216],
        [8_000_000, 17_000_000],
      ] as const)
        expect((await read(key, start, end)).equals(bytes.subarray(start, end)), `${start}-${end}`).toBe(
          true,
        );
    });

    test('it answers whether it is ready', async () => {
      await store.ready();
    });

    test('keys are ours: anything else is refused', async () => {
      for (const key of [
        '',
        '../../../../etc/passwd',
        'a/b',
        '..',
        'x'.repeat(19),
        'x'.repeat(21),
        `${'x'.repeat(19)}/`,
        `${'x'.repeat(19)}\u0000`,
      ]) {
        await expect(store.put(key, pieces(randomBytes(1), 1))).rejects.toThrow('key');
        await expect(read(key, 0, 1)).rejects.toThrow('key');
        await expect(store.delete([key])).rejects.toThrow('key');
        await expect(store.open(key)).rejects.toThrow('key');
      }
    });

    test('20 at once', async () => {
      const all = Array.from({ length: 20 }, (_, i) => randomBytes(100_000 + i));
      const written = await Promise.all(all.map((bytes) => put(bytes)));
      for (const [i, { key, size }] of written.entries())
        expect((await read(key, 0, size)).equals(all[i] ?? Buffer.of())).toBe(true);
    });

    test('many small pieces pass through without being held in memory', async () => {
      const piece = Buffer.alloc(16_384, 7);
      const { megabytes, atMost } = under.memory;
      const count = Math.ceil((megabytes * 1_000_000) / piece.length);
      let peak = 0;
      collectGarbage();
      const before = process.memoryUsage().arrayBuffers;
      async function* source() {
        for (let i = 0; i < count; i++) {
          if (i % 200 === 0) {
            // Forces garbage collection: only what is still referenced counts.
            collectGarbage();
            peak = Math.max(peak, process.memoryUsage().arrayBuffers - before);
          }
          yield Buffer.from(piece);
        }
      }
      const key = newId();
      expect((await store.put(key, source())).size).toBe(piece.length * count);
      expect(peak).toBeLessThan(atMost * 1_000_000);
      let got = 0;
      for await (const part of store.read(key, 0, piece.length * count)) got += part.length;
      expect(got).toBe(piece.length * count);
    });
  });
}
