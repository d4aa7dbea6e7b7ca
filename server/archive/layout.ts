import { createHash } from 'node:crypto';
import { type Columns, columnsFrom, columnsOf, fileAt, holdsColumns } from './columns.ts';
import type { ArchiveFile } from './entry.ts';
import { centralHeaderLength, endRecords, localHeaderLength } from './records.ts';
import { atOnce, inTurns, type Steps, sortedByName } from './steps.ts';

/**
 * Everything that decides an archive's bytes. Entries are stored, not deflated, in the order of their names' code
 * units, with fixed times: length, ETag and every byte range are therefore known without reading a file.
 */
export interface Layout extends Columns {
  /** Offset of each local header from the archive's first byte; the last element is that of the central directory. */
  offsets: Float64Array;
  /** Offset of each header in the central directory; the last element is its end. */
  centralOffsets: Float64Array;
  centralOffset: number;
  /** Bytes of the whole archive. */
  size: number;
}

function withOffsets(columns: Columns): Layout {
  const { count, sizes, nameEnds } = columns;
  const offsets = new Float64Array(count + 1);
  const centralOffsets = new Float64Array(count + 1);
  let offset = 0;
  let central = 0;
  for (let i = 0, nameStart = 0; i < count; i++) {
    const size = sizes[i] ?? 0;
    const nameEnd = nameEnds[i] ?? 0;
    offsets[i] = offset;
    centralOffsets[i] = central;
    central += centralHeaderLength(nameEnd - nameStart, size, offset);
    offset += localHeaderLength(nameEnd - nameStart, size) + size;
    nameStart = nameEnd;
  }
  offsets[count] = offset;
  centralOffsets[count] = central;
  for (let i = 0; i <= count; i++) centralOffsets[i] = (centralOffsets[i] ?? 0) + offset;
  const end = endRecords({ count, centralOffset: offset, centralSize: central });
  const size = offset + central + end.length;
  if (!Number.isSafeInteger(size)) throw new Error('an archive of more than 2^53 bytes');
  return { ...columns, offsets, centralOffsets, centralOffset: offset, size };
}

function* laidOut(files: Iterable<ArchiveFile>): Steps<Layout> {
  const sorted = yield* sortedByName([...files]);
  sorted.forEach(({ name }, index) => {
    if (sorted[index - 1]?.name === name) throw new Error(`two files named ${name}`);
  });
  return withOffsets(yield* columnsOf(sorted));
}

/**
 * Lays files out one after the other. 100,000 take a fifth of a second: see `makeLayoutInTurns`.
 * @throws when two files have the same name
 */
export const makeLayout = (files: Iterable<ArchiveFile>): Layout => atOnce(laidOut(files));

/** As `makeLayout`, in steps of a few milliseconds, yielding to the event loop in between. */
export const makeLayoutInTurns = (files: Iterable<ArchiveFile>): Promise<Layout> => inTurns(laidOut(files));

/**
 * The files of a layout, for another archive.
 * @param prefix prepended to each name, e.g. `train/` for a folder inside its dataset's archive
 */
export function* filesOf(layout: Layout, prefix = ''): Generator<ArchiveFile> {
  for (let i = 0; i < layout.count; i++) {
    const file = fileAt(layout, i);
    yield prefix === '' ? file : { ...file, name: prefix + file.name };
  }
}

/** The layout as stored bytes, and its strong ETag: their SHA-256, hex. */
export const encodeLayout = ({ bytes }: Layout): { bytes: Buffer; etag: string } => ({
  bytes,
  etag: createHash('sha256').update(bytes).digest('hex'),
});

/**
 * Takes ownership of the bytes: they must not be modified afterwards. Layouts stored as JSON (`format: 1`) are decoded
 * too, and give the same archive, byte for byte, under their own ETag.
 * @throws when the bytes are neither
 */
export function decodeLayout(bytes: Uint8Array): Layout {
  if (holdsColumns(bytes)) return withOffsets(columnsFrom(bytes));
  const { entries } = JSON.parse(Buffer.from(bytes).toString('utf8')) as { entries: ArchiveFile[] };
  return withOffsets(atOnce(columnsOf(entries)));
}
