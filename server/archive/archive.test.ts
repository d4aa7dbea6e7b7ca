import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { fc } from '../../tests/support/properties.ts';
import { bytesOf, memory, numbered, zeros } from '../testing/archives.ts';
import { readZip } from '../testing/tools.ts';
import { decodeLayout, encodeLayout, filesOf, makeLayout, makeLayoutInTurns } from './layout.ts';
import { type ReadBlob, segmentsOf } from './read.ts';

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
    expect(decodeLayout(one.bytes)).toEqual(makeLayout(entries));
    const changed = entries.map((entry, i) => (i === 0 ? { ...entry, sha256: '0'.repeat(64) } : entry));
    expect(encodeLayout(makeLayout(changed)).etag, 'other content').not.toBe(one.etag);
  });

  test('two files of one name are refused, and names that a ZIP cannot say', () => {
    const named = (...names: string[]) =>
      makeLayout(names.map((name) => ({ name, size: 0, crc32: 0, sha256: '', blob: '' })));
    expect(() => named('a', 'b', 'a')).toThrow('two files');
    expect(() => named('x'.repeat(0x10000))).toThrow('65536 bytes');
    expect(() => named('')).toThrow('0 bytes');
    expect(() => named('\ud800')).toThrow('UTF-8');
  });

  test('a layout within another: the files of a folder under its name, as if given one by one', () => {
    const { entries } = memory(sample);
    const folder = makeLayout(entries);
    const [single] = memory({ 'tree.txt': text('beside') }).entries;
    const nested = makeLayout([...(single ? [single] : []), ...filesOf(folder, 'tree/')]);
    const renamed = entries.map((entry) => ({ ...entry, name: `tree/${entry.name}` }));
    expect(nested).toEqual(makeLayout([...renamed, ...(single ? [single] : [])]));
    expect([...filesOf(folder)]).toEqual(entries.sort((a, b) => (a.name < b.name ? -1 : 1)));
  });

  test('a layout that was stored as JSON (format 1) gives the same archive, byte for byte', async () => {
    const { entries, read } = memory(sample);
    const layout = makeLayout(entries);
    const stored = {
      format: 1,
      entries: [...filesOf(layout)].map((file, i) => ({ ...file, offset: layout.offsets[i] })),
      centralOffset: layout.centralOffset,
      size: layout.size,
    };
    const decoded = decodeLayout(Buffer.from(JSON.stringify(stored)));
    expect(decoded).toEqual(layout);
    expect(await bytesOf(decoded, read)).toEqual(await bytesOf(layout, read));
  });

  test('stored bytes that are cut, or something else, are refused', () => {
    const { bytes } = encodeLayout(makeLayout(memory(sample).entries));
    for (const wrong of [
      bytes.subarray(0, -1),
      bytes.subarray(0, 10),
      Buffer.alloc(0),
      Buffer.from('PK\x03\x04'),
    ])
      expect(() => decodeLayout(wrong)).toThrow();
    // At any alignment in memory.
    const moved = Buffer.concat([Buffer.alloc(1), bytes]).subarray(1);
    expect(decodeLayout(moved)).toEqual(decodeLayout(bytes));
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

  test('100,000 files of 50 GB each: any range of 5 PB by its own few segments', async () => {
    const SIZE = 50e9;
    const files = numbered(100_000, SIZE);
    const layout = makeLayout(files);
    expect(layout.size).toBeGreaterThan(5e15);
    const position = fc.double({ min: 0, max: layout.size - 1, noNaN: true }).map(Math.floor);
    fc.assert(
      fc.property(position, fc.nat(300_000), (start, length) => {
        const end = Math.min(start + length, layout.size);
        const segments = [...segmentsOf(layout, start, end)];
        const sum = segments.reduce((all, it) => all + ('blob' in it ? it.end - it.start : it.length), 0);
        expect(sum).toBe(end - start);
        expect(segments.length).toBeLessThan(5);
      }),
      { numRuns: 300 },
    );
    // Expected size, computed independently: local headers of 30 bytes, a name, a ZIP64 field of 20, then the file.
    const names = files.map(({ name }) => name).sort();
    const before = names.slice(0, 77_777).reduce((all, name) => all + 30 + name.length + 20 + SIZE, 0);
    const name = names[77_777] ?? '';
    const data = before + 30 + name.length + 20;
    expect([...segmentsOf(layout, data + 1e9, data + 1e9 + 5)]).toEqual([
      { blob: /(\d+)\.bin/.exec(name)?.[1], start: 1e9, end: 1e9 + 5 },
    ]);
    expect(() => makeLayout(numbered(100_000, 1e11)), 'numbers would no longer be exact').toThrow('2^53');
  });

  test('the central directory of 100,000 files, from its middle and in pieces of any size', async () => {
    const layout = makeLayout(numbered(100_000, 3));
    const whole = await bytesOf(layout, zeros, layout.centralOffset);
    const position = fc.integer({ min: layout.centralOffset, max: layout.size });
    await fc.assert(
      fc.asyncProperty(position, position, async (a, b) => {
        const [start, end] = [Math.min(a, b), Math.max(a, b)];
        const slice = whole.subarray(start - layout.centralOffset, end - layout.centralOffset);
        expect((await bytesOf(layout, zeros, start, end)).equals(slice)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  test('the event loop is free while a large layout is made', async () => {
    let turns = 0;
    let counting = true;
    const count = () => {
      turns++;
      if (counting) setImmediate(count);
    };
    setImmediate(count);
    const files = numbered(100_000, 1);
    const layout = await makeLayoutInTurns(files);
    counting = false;
    expect(turns).toBeGreaterThan(50);
    expect(layout.bytes.equals(makeLayout(files).bytes)).toBe(true);
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
    const b = (layout.offsets[1] ?? 0) + 31;
    await bytesOf(layout, watched, b + 10, b + 20);
    expect(asked).toEqual(['b 10-20']);
    asked.length = 0;
    await bytesOf(layout, watched, layout.centralOffset, layout.size);
    expect(asked).toEqual([]);
  });
});
