import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readZip, savedAs, tool } from '../testing/tools.ts';
import type { ArchiveFile } from './entry.ts';
import { decodeLayout, encodeLayout, type Layout, makeLayout } from './layout.ts';
import { type ReadBlob, readArchive } from './read.ts';

/** Files in memory: the blob's name is the file's own. */
function memory(files: Record<string, Uint8Array>): { entries: ArchiveFile[]; read: ReadBlob } {
  const entries = Object.entries(files).map(([name, bytes]) => ({
    name,
    size: bytes.length,
    crc32: crc32(bytes),
    sha256: createHash('sha256').update(bytes).digest('hex'),
    blob: name,
  }));
  return {
    entries,
    async *read(blob, start, end) {
      // In pieces, as a disk gives them.
      for (let at = start; at < end; at += 1_000)
        yield (files[blob] ?? new Uint8Array()).subarray(at, Math.min(end, at + 1_000));
    },
  };
}

async function bytesOf(layout: Layout, read: ReadBlob, start = 0, end = layout.size): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of readArchive(layout, read, start, end)) pieces.push(piece);
  return Buffer.concat(pieces);
}

const text = (value: string) => new Uint8Array(Buffer.from(value));
const sample: Record<string, Uint8Array> = {
  'b.txt': text('second'),
  'a/deep/1.bin': new Uint8Array(5_000).map((_, i) => i % 251),
  'empty.txt': new Uint8Array(),
  'naïve 数据 🙂.txt': text('é'),
  'e\u0301.txt': text('decomposed'),
  'é.txt': text('composed'),
  '-dash': text('-'),
};

/** Zeros without end, made when they are read. */
const zeros: ReadBlob = async function* (_blob, start, end) {
  const piece = Buffer.alloc(1 << 20);
  for (let at = start; at < end; at += piece.length)
    yield piece.subarray(0, Math.min(piece.length, end - at));
};

describe('archive: APPNOTE 6.3.10, as other readers see it', () => {
  test('unzip and Python find every file, byte for byte, under its UTF-8 name', async () => {
    const { entries, read } = memory(sample);
    const bytes = await bytesOf(makeLayout(entries), read);
    const found = new Map((await readZip(bytes)).map((entry) => [entry.name, entry.sha256]));
    expect(found).toEqual(new Map(entries.map((entry) => [entry.name, entry.sha256])));
  });

  test('an archive of nothing is a valid one', async () => {
    const layout = makeLayout([]);
    expect(layout.size).toBe(22);
    expect((await bytesOf(layout, zeros)).subarray(0, 4).toString('latin1')).toBe('PK\x05\x06');
  });

  test('the same files in any order and at any time: the same bytes and the same ETag', () => {
    const { entries } = memory(sample);
    const [one, other] = [
      encodeLayout(makeLayout(entries)),
      encodeLayout(makeLayout([...entries].reverse())),
    ];
    expect(other.etag).toBe(one.etag);
    expect(one.etag).toBe(createHash('sha256').update(one.bytes).digest('hex'));
    expect(decodeLayout(one.bytes)).toEqual({ format: 1, ...makeLayout(entries) });
    const changed = entries.map((entry, i) => (i === 0 ? { ...entry, sha256: '0'.repeat(64) } : entry));
    expect(encodeLayout(makeLayout(changed)).etag, 'other content').not.toBe(one.etag);
  });

  test('two files of one name are refused', () => {
    const [entry] = memory(sample).entries;
    expect(() => makeLayout(entry ? [entry, entry] : [])).toThrow('two files');
  });
});

describe('archive: any range without the rest', () => {
  test('1,000 random ranges equal the slices of the whole', async () => {
    const { entries, read } = memory(sample);
    const layout = makeLayout(entries);
    const whole = await bytesOf(layout, read);
    expect(whole).toHaveLength(layout.size);
    const position = fc.nat(layout.size);
    await fc.assert(
      fc.asyncProperty(position, position, async (a, b) => {
        const [start, end] = [Math.min(a, b), Math.max(a, b)];
        expect((await bytesOf(layout, read, start, end)).equals(whole.subarray(start, end))).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  test('whatever files: the length is known beforehand, and readers agree', async () => {
    const names = fc.uniqueArray(
      fc
        .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
        .filter((name) => /^[^/\\\p{C}]+$/u.test(name) && name.isWellFormed()),
      { maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(names, fc.uint8Array({ maxLength: 300 }), async (list, content) => {
        const { entries, read } = memory(Object.fromEntries(list.map((name) => [name, content])));
        const layout = makeLayout(entries);
        expect(await bytesOf(layout, read)).toHaveLength(layout.size);
      }),
      { numRuns: 100 },
    );
  });

  test('only the files that a range touches are read', async () => {
    const { entries, read } = memory({
      a: text('a'.repeat(100)),
      b: text('b'.repeat(100)),
      c: text('c'.repeat(100)),
    });
    const layout = makeLayout(entries);
    const asked: string[] = [];
    const watched: ReadBlob = (blob, start, end) => {
      asked.push(`${blob} ${start}-${end}`);
      return read(blob, start, end);
    };
    const b = (layout.entries[1]?.offset ?? 0) + 31;
    await bytesOf(layout, watched, b + 10, b + 20);
    expect(asked).toEqual(['b 10-20']);
    asked.length = 0;
    await bytesOf(layout, watched, layout.centralOffset, layout.size);
    expect(asked).toEqual([]);
  });
});

describe('archive: ZIP64', () => {
  test('70,000 entries: unzip and Python read them all', async () => {
    const content = text('x');
    const files = Object.fromEntries(
      Array.from({ length: 70_000 }, (_, i) => [`folder ${i % 7}/${i}.txt`, content]),
    );
    const { entries, read } = memory(files);
    const layout = makeLayout(entries);
    const bytes = await bytesOf(layout, read);
    expect(await readZip(bytes)).toHaveLength(70_000);
    const tail = layout.size - 5_000_000;
    expect((await bytesOf(layout, read, tail)).equals(bytes.subarray(tail))).toBe(true);
  });

  test('an entry over 4 GiB and one behind it: a sparse file of them opens in Python', async () => {
    const size = 5 * 2 ** 30;
    const big = { name: 'big.bin', size, crc32: 0, sha256: '', blob: 'zeros' };
    const far = { ...big, name: 'far.txt', size: 3, crc32: crc32(Buffer.alloc(3)) };
    const layout = makeLayout([big, far]);
    expect(layout.size).toBeGreaterThan(size);
    const dataAt = 30 + big.name.length + 20;
    const head = await bytesOf(layout, zeros, 0, dataAt);
    const behind = dataAt + size;
    const tail = await bytesOf(layout, zeros, behind);
    // In the middle there are zeros only, which the sparse file has by itself.
    expect((await bytesOf(layout, zeros, behind - 10, behind + 4)).toString('latin1')).toBe(
      `${'\0'.repeat(10)}PK\x03\x04`,
    );
    const list = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    print(json.dumps([[i.filename, i.file_size, i.header_offset] for i in z.infolist()]))
    print(z.read("far.txt").hex())
    with z.open("big.bin") as f: print(f.read(1000).count(0))
`;
    await savedAs({}, async (folder) => {
      const path = join(folder, 'big.zip');
      const file = await open(path, 'w');
      await file.write(head, 0, head.length, 0);
      await file.write(tail, 0, tail.length, behind);
      await file.close();
      const printed = (await tool('python3', ['-c', list, path])).trim().split('\n');
      expect(JSON.parse(printed[0] ?? '')).toEqual([
        ['big.bin', size, 0],
        ['far.txt', 3, behind],
      ]);
      expect(printed.slice(1)).toEqual(['000000', '1000']);
      expect(await tool('unzip', ['-l', 'big.zip'], folder)).toMatch(/5368709120 .* big\.bin/);
      await rm(path);
    });
  });

  test('the edges: 0xFFFF entries and 0xFFFFFFFF bytes already need it, one less does not', () => {
    const sizeOf = (size: number) => makeLayout([{ name: 'a', size, crc32: 0, sha256: '', blob: '' }]);
    const plain = (layout: Layout, size: number) => layout.size - size;
    expect(plain(sizeOf(0xfffffffe), 0xfffffffe) - plain(sizeOf(10), 10), 'the directory lies beyond').toBe(
      76,
    );
    expect(plain(sizeOf(0xffffffff), 0xffffffff) - plain(sizeOf(0xfffffffe), 0xfffffffe)).toBe(20 + 20);
    const many = (count: number) =>
      makeLayout(
        Array.from({ length: count }, (_, i) => ({
          name: String(i).padStart(6, '0'),
          size: 0,
          crc32: 0,
          sha256: '',
          blob: '',
        })),
      ).size;
    expect(many(0xffff) - many(0xfffe)).toBe(30 + 46 + 12 + 76);
  });
});
