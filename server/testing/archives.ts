import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { type ArchiveFile, type Layout, type ReadBlob, readArchive } from '../archive/index.ts';

/** Files in memory: the blob key is the file's name. */
export function memory(files: Record<string, Uint8Array>): { entries: ArchiveFile[]; read: ReadBlob } {
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
      // In chunks, as from a disk.
      for (let at = start; at < end; at += 1_000)
        yield (files[blob] ?? new Uint8Array()).subarray(at, Math.min(end, at + 1_000));
    },
  };
}

export async function bytesOf(layout: Layout, read: ReadBlob, start = 0, end = layout.size): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of readArchive(layout, read, start, end)) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Endless zeros, generated on reading. */
export const zeros: ReadBlob = async function* (_blob, start, end) {
  const piece = Buffer.alloc(1 << 20);
  for (let at = start; at < end; at += piece.length)
    yield piece.subarray(0, Math.min(piece.length, end - at));
};

/** Files of one size, in seven folders; blob keys are their numbers. */
export const numbered = (count: number, size: number): ArchiveFile[] =>
  Array.from({ length: count }, (_, i) => ({
    name: `folder ${i % 7}/${i}.bin`,
    size,
    crc32: i,
    sha256: '',
    blob: String(i),
  }));
