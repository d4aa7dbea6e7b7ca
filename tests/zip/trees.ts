import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { path as label } from '../../contract/dataset-admin.ts';
import { type ArchiveFile, type Layout, type ReadBlob, segmentsOf } from '../../server/archive/index.ts';
import { fc } from '../support/properties.ts';

/** Names and contents of a folder. */
export type Tree = Map<string, Uint8Array>;

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** faults.md, "odd names": each part of a path that has troubled a program somewhere. */
export const oddNames = [
  'é',
  'e\u0301',
  '가',
  '\u1100\u1161',
  'שלום עולם.txt',
  'مرحبا.csv',
  '🙂.png',
  '👩‍👩‍👧‍👦',
  '数据',
  'CON',
  'nul.txt',
  '-',
  '-rf',
  '--help',
  ' leading',
  'trailing ',
  'two  spaces',
  '.hidden',
  '..two',
  'dot.',
  '~',
  '$HOME',
  '`id`',
  '"quoted"',
  "it's",
  '%2e%2e',
  '*?[a]',
  'a:b|c<d>e',
  '#&;!@^=+,{}()',
  'ÿ',
  'x'.repeat(255),
  `${'é'.repeat(127)}x`,
  '🙂'.repeat(63),
];

const generated = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 24 });
const segment = fc
  .oneof({ weight: 2, arbitrary: fc.constantFrom(...oddNames) }, { weight: 1, arbitrary: generated })
  .filter((name) => Buffer.byteLength(name) <= 255 && !name.includes('/'));
const name = fc
  .oneof(
    { weight: 3, arbitrary: fc.array(segment, { minLength: 1, maxLength: 3 }) },
    { weight: 1, arbitrary: fc.array(segment, { minLength: 8, maxLength: 20 }) },
  )
  .map((segments) => segments.join('/'))
  .filter((path) => label.safeParse(path).success);
const content = fc.oneof(
  { weight: 1, arbitrary: fc.constant(new Uint8Array()) },
  { weight: 4, arbitrary: fc.uint8Array({ maxLength: 3_000 }) },
);

/** No name twice, and none a file and a folder at once: the portal refuses such, and so does every file system. */
export const apart = (names: readonly string[]): boolean => {
  const folders = new Set(
    names.flatMap((path) => path.split('/').map((_, i, parts) => parts.slice(0, i).join('/'))),
  );
  return new Set(names).size === names.length && names.every((path) => !folders.has(path));
};

/** A small folder of files with names that the portal takes. */
export const trees: fc.Arbitrary<Tree> = fc
  .array(fc.tuple(name, content), { minLength: 1, maxLength: 12 })
  .filter((files) => apart(files.map(([path]) => path)))
  .map((files) => new Map(files));

/** A tree as files for a layout, each its own blob, and the store that they lie in. */
export function stored(tree: Tree): { files: ArchiveFile[]; read: ReadBlob } {
  const files = [...tree].map(([path, bytes]) => ({
    name: path,
    size: bytes.length,
    crc32: crc32(bytes),
    sha256: sha256(bytes),
    blob: path,
  }));
  return {
    files,
    async *read(blob, start, end) {
      yield (tree.get(blob) ?? new Uint8Array()).subarray(start, end);
    },
  };
}

const PIECE = Buffer.alloc(1 << 20);

/** A file of zeros, which a sparse archive does not have to hold. Its SHA-256 is not worked out: no reader sees it. */
export function zeros(path: string, size: number): ArchiveFile {
  let crc = 0;
  for (let at = 0; at < size; at += PIECE.length)
    crc = crc32(PIECE.subarray(0, Math.min(PIECE.length, size - at)), crc);
  return { name: path, size, crc32: crc, sha256: '0'.repeat(64), blob: ZEROS };
}

/** The blob of `zeros`. */
const ZEROS = 'zeros';

/** Lays an archive down as a file. Zeros are left out: the file is sparse there, and reads the same. */
export async function writeArchive(layout: Layout, tree: Tree, path: string): Promise<void> {
  const file = await open(path, 'w');
  let waiting: Uint8Array[] = [];
  let at = 0;
  const flush = async () => {
    const bytes = Buffer.concat(waiting);
    waiting = [];
    await file.write(bytes, 0, bytes.length, at);
    at += bytes.length;
  };
  for (const segment of segmentsOf(layout, 0, layout.size)) {
    if (segment instanceof Uint8Array) waiting.push(segment);
    else if (segment.blob !== ZEROS)
      waiting.push((tree.get(segment.blob) ?? PIECE).subarray(segment.start, segment.end));
    else {
      await flush();
      at += segment.end - segment.start;
    }
    if (waiting.length > 1_000) await flush();
  }
  await flush();
  await file.truncate(layout.size);
  await file.close();
}
