import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { bytesOf, zeros } from '../testing/archives.ts';
import { savedAs, tool } from '../testing/tools.ts';
import { type Layout, makeLayout } from './layout.ts';

describe('archive: ZIP64', () => {
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
    // The bytes in between are zeros: holes of the sparse file.
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
