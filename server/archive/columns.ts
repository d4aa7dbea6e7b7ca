import type { ArchiveFile } from './entry.ts';
import { STEP, type Steps } from './steps.ts';

/**
 * The files of an archive in one run of bytes, a column for each property. 100,000 files are some 15 MB outside of
 * the garbage collector's sight, read back in a few milliseconds: as JSON they were 21 MB and an object for each.
 *
 * Numbers are little-endian, and 64-bit ones are doubles: exact below 2^53.
 *
 *     0  magic, count, bytes of all names, bytes of all blobs' names     4 × uint32
 *    16  size of each file                                               float64
 *        CRC-32, end of its name, end of its blob's name                 3 × uint32 columns
 *        SHA-256                                                         32 bytes each
 *        names, then blobs' names, UTF-8 without separators
 */
export interface Columns {
  count: number;
  bytes: Buffer;
  sizes: Float64Array;
  crc32s: Uint32Array;
  nameEnds: Uint32Array;
  blobEnds: Uint32Array;
  sha256s: Buffer;
  names: Buffer;
  blobs: Buffer;
}

/** `VL2` and a zero as a little-endian number: a big-endian machine refuses the layout. */
const MAGIC = 0x00324c56;
const HEAD = 16;
/** Bytes per file, without names: a double, three 32-bit numbers, a SHA-256. */
const FIXED = 8 + 3 * 4 + 32;
/** APPNOTE 4.4.10: a name's length is 16 bits. */
const LONGEST_NAME = 0xffff;

function view(bytes: Buffer, count: number, nameBytes: number): Columns {
  let at = HEAD;
  const next = (length: number) => {
    at += length;
    return bytes.byteOffset + at - length;
  };
  const uint32s = () => new Uint32Array(bytes.buffer, next(4 * count), count);
  const part = (length: number) => Buffer.from(bytes.buffer, next(length), length);
  return {
    count,
    bytes,
    sizes: new Float64Array(bytes.buffer, next(8 * count), count),
    crc32s: uint32s(),
    nameEnds: uint32s(),
    blobEnds: uint32s(),
    sha256s: part(32 * count),
    names: part(nameBytes),
    blobs: part(bytes.length - HEAD - FIXED * count - nameBytes),
  };
}

/** Whether the bytes begin with the magic of `columnsOf`. */
export const holdsColumns = (bytes: Uint8Array): boolean => bytes[0] === (MAGIC & 0xff);

function* measured(files: readonly ArchiveFile[]): Steps<{ nameBytes: number; blobBytes: number }> {
  let nameBytes = 0;
  let blobBytes = 0;
  for (let i = 0; i < files.length; i++) {
    const { name = '', blob = '' } = files[i] ?? {};
    const length = Buffer.byteLength(name);
    if (length === 0 || length > LONGEST_NAME) throw new Error(`a name of ${length} bytes in an archive`);
    // Lone surrogates all encode as the replacement character: different names would collide.
    if (!name.isWellFormed()) throw new Error('a name in an archive that UTF-8 cannot say');
    nameBytes += length;
    blobBytes += Buffer.byteLength(blob);
    if (i % STEP === STEP - 1) yield;
  }
  return { nameBytes, blobBytes };
}

/** Encodes the files' properties in the order given. */
export function* columnsOf(files: readonly ArchiveFile[]): Steps<Columns> {
  const { nameBytes, blobBytes } = yield* measured(files);
  const bytes = Buffer.from(new ArrayBuffer(HEAD + FIXED * files.length + nameBytes + blobBytes));
  [MAGIC, files.length, nameBytes, blobBytes].forEach((value, i) => {
    bytes.writeUInt32LE(value, 4 * i);
  });
  const columns = view(bytes, files.length, nameBytes);
  let nameEnd = 0;
  let blobEnd = 0;
  for (const [i, file] of files.entries()) {
    columns.sizes[i] = file.size;
    columns.crc32s[i] = file.crc32;
    columns.sha256s.write(file.sha256, 32 * i, 'hex');
    nameEnd += columns.names.write(file.name, nameEnd);
    blobEnd += columns.blobs.write(file.blob, blobEnd);
    columns.nameEnds[i] = nameEnd;
    columns.blobEnds[i] = blobEnd;
    if (i % STEP === STEP - 1) yield;
  }
  return columns;
}

/** @throws when the bytes are not those of `columnsOf`, or truncated */
export function columnsFrom(stored: Uint8Array): Columns {
  // Typed arrays need an alignment of eight bytes.
  const bytes =
    stored.byteOffset % 8 === 0
      ? Buffer.from(stored.buffer, stored.byteOffset, stored.length)
      : Buffer.from(new Uint8Array(stored).buffer);
  const [magic = 0, count = 0, nameBytes = 0, blobBytes = 0] = new Uint32Array(
    bytes.buffer,
    bytes.byteOffset,
    4,
  );
  if (magic !== MAGIC || bytes.length !== HEAD + FIXED * count + nameBytes + blobBytes)
    throw new Error('not the layout of an archive');
  return view(bytes, count, nameBytes);
}

const startAt = (ends: Uint32Array, index: number): number => (index === 0 ? 0 : (ends[index - 1] ?? 0));

/** UTF-8. */
export const nameAt = ({ names, nameEnds }: Columns, index: number): Buffer =>
  names.subarray(startAt(nameEnds, index), nameEnds[index]);

export const blobAt = ({ blobs, blobEnds }: Columns, index: number): string =>
  blobs.toString('utf8', startAt(blobEnds, index), blobEnds[index]);

export const fileAt = (columns: Columns, index: number): ArchiveFile => ({
  name: nameAt(columns, index).toString('utf8'),
  size: columns.sizes[index] ?? 0,
  crc32: columns.crc32s[index] ?? 0,
  sha256: columns.sha256s.toString('hex', 32 * index, 32 * index + 32),
  blob: blobAt(columns, index),
});

/** The indexes of the files with this hash, lower-case hex. */
export function indexesOfHash({ count, sha256s }: Columns, sha256: string): number[] {
  const wanted = Buffer.from(sha256, 'hex');
  const found: number[] = [];
  for (let i = 0; i < count; i++)
    if (sha256s.compare(wanted, 0, 32, 32 * i, 32 * i + 32) === 0) found.push(i);
  return found;
}
