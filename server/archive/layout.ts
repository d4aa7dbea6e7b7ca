import { createHash } from 'node:crypto';
import type { ArchiveEntry, ArchiveFile } from './entry.ts';
import { centralHeader, endRecords, localHeader } from './records.ts';

/**
 * Everything that decides an archive's bytes. Entries are stored, not deflated, in the order of their names' code
 * units, with fixed times: length, ETag and every byte range are therefore known without reading a file.
 */
export interface Layout {
  entries: ArchiveEntry[];
  centralOffset: number;
  /** Of the whole archive, bytes. */
  size: number;
}

/** Lays files out one after the other. Names must be unique. */
export function makeLayout(files: readonly ArchiveFile[]): Layout {
  const sorted = [...files].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  let offset = 0;
  const entries = sorted.map((file, index) => {
    if (index > 0 && sorted[index - 1]?.name === file.name) throw new Error(`two files named ${file.name}`);
    const entry = { ...file, offset };
    offset += localHeader(entry).length + file.size;
    return entry;
  });
  const centralSize = entries.reduce((sum, entry) => sum + centralHeader(entry).length, 0);
  const end = endRecords({ count: entries.length, centralOffset: offset, centralSize });
  return { entries, centralOffset: offset, size: offset + centralSize + end.length };
}

/** The layout as the bytes that are kept, and its strong ETag: the SHA-256 of them, hex. */
export function encodeLayout(layout: Layout): { bytes: Buffer; etag: string } {
  const bytes = Buffer.from(JSON.stringify({ format: 1, ...layout }));
  return { bytes, etag: createHash('sha256').update(bytes).digest('hex') };
}

export function decodeLayout(bytes: Uint8Array): Layout {
  return JSON.parse(Buffer.from(bytes).toString('utf8')) as Layout;
}
