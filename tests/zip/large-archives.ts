import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type ArchiveFile, makeLayout } from '../../server/archive/index.ts';
import { readers } from './readers.ts';
import { oddNames, stored, type Tree, writeArchive, zeros } from './trees.ts';

export const GIB = 2 ** 30;
const UINT32 = 0xffffffff;

const small = (i: number): Uint8Array => new TextEncoder().encode(`file ${i}\n`);

/** So many small files, named by `name`. */
function many(count: number, name: (i: number) => string): Tree {
  return new Map(Array.from({ length: count }, (_, i) => [name(i), small(i)]));
}

const plainName = (i: number): string => `folder ${i % 7}/${i}.txt`;

/** Every odd name in turn, below others: a tree of 70,000 files with nothing plain in it. */
function oddName(i: number): string {
  const odd = (n: number) => oddNames[n % oddNames.length] ?? '';
  return `${odd(i + 3)}/${odd(i + 1)}/${i}/${odd(i)}`;
}

/** A large archive: files with contents, and files of zeros that take no room on the disk. */
export interface LargeArchive {
  tree: Tree;
  sparse?: () => ArchiveFile[];
}

/** The ten of the issue, by what is large in them. */
export const largeArchives: Record<string, LargeArchive> = {
  '70,000 files': { tree: many(70_000, plainName) },
  '70,000 files with odd names in deep folders': { tree: many(70_000, oddName) },
  '100,000 files in one folder': { tree: many(100_000, (i) => `one/${String(i).padStart(6, '0')}.bin`) },
  '65,534 files, the last number without ZIP64': { tree: many(65_534, plainName) },
  '65,535 files, the first one with': { tree: many(65_535, plainName) },
  'a file of 5 GiB between small ones': {
    tree: many(20, plainName),
    sparse: () => [zeros('folder 3/big.bin', 5 * GIB)],
  },
  'a file of 2^32 - 2 bytes, the last size without ZIP64': {
    tree: many(3, plainName),
    sparse: () => [zeros('a/big.bin', UINT32 - 1)],
  },
  'a file of 2^32 - 1 bytes, the first one with': {
    tree: many(3, plainName),
    sparse: () => [zeros('z/big.bin', UINT32)],
  },
  'offsets beyond 4 GiB, no file larger than 1 GiB': {
    tree: many(10, (i) => `between/${i}/small.txt`),
    sparse: () => Array.from({ length: 6 }, (_, i) => zeros(`between/${i}/zeros.bin`, GIB)),
  },
  '70,000 files behind one of 4.5 GiB': {
    tree: many(70_000, plainName),
    sparse: () => [zeros('a first one.bin', 4.5 * GIB)],
  },
};

/** Each reader accepts it, with its own check of every checksum, and finds every name in the layout's order. */
export async function readersAccept({ tree, sparse }: LargeArchive): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-zip-'));
  const path = join(folder, 'a.zip');
  try {
    const files = [...stored(tree).files, ...(sparse?.() ?? [])];
    const names = files.map(({ name }) => name).sort();
    await writeArchive(makeLayout(files), tree, path);
    for (const { name: reader, test, nameOf = (name: string) => name } of readers) {
      // Compared as one text: a difference in 70,000 names is not worth a report that takes minutes.
      const found = (await test(path)).map(nameOf).sort();
      expect(found.length, `number of names, by ${reader}`).toBe(names.length);
      expect(found.join('\n') === names.map(nameOf).sort().join('\n'), `names, by ${reader}`).toBe(true);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
