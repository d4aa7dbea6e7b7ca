import type { Layout } from './layout.ts';
import { centralHeader, endRecords, localHeader } from './records.ts';

/** Gives a stored file's bytes from `start` to `end` (exclusive). */
export type ReadBlob = (blob: string, start: number, end: number) => AsyncIterable<Uint8Array>;

/** How much of the central directory is built at a time. */
const BATCH = 1_000;

/** The part of `bytes`, which stand at `at` in the archive, that lies in `[start, end)`; undefined when none does. */
function cut(bytes: Buffer, at: number, start: number, end: number): Buffer | undefined {
  const from = Math.max(start - at, 0);
  const to = Math.min(end - at, bytes.length);
  return from < to ? bytes.subarray(from, to) : undefined;
}

/** The index of the last entry that starts at or before `position`. */
function entryAt(layout: Layout, position: number): number {
  let low = 0;
  let high = layout.entries.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((layout.entries[middle]?.offset ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The archive's bytes from `start` (inclusive) to `end` (exclusive), without ever building the rest. */
export async function* readArchive(
  layout: Layout,
  readBlob: ReadBlob,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array> {
  if (start < layout.centralOffset) {
    for (let i = entryAt(layout, start); i < layout.entries.length; i++) {
      const entry = layout.entries[i];
      if (!entry || entry.offset >= end) return;
      const header = localHeader(entry);
      const head = cut(header, entry.offset, start, end);
      if (head) yield head;
      const data = entry.offset + header.length;
      const from = Math.max(start - data, 0);
      const to = Math.min(end - data, entry.size);
      if (from < to) yield* readBlob(entry.blob, from, to);
    }
  }
  if (end <= layout.centralOffset) return;
  let at = layout.centralOffset;
  for (let i = 0; i < layout.entries.length && at < end; i += BATCH) {
    const headers = Buffer.concat(layout.entries.slice(i, i + BATCH).map(centralHeader));
    const part = cut(headers, at, start, end);
    if (part) yield part;
    at += headers.length;
  }
  if (at >= end) return;
  const centralSize = at - layout.centralOffset;
  const last = endRecords({ count: layout.entries.length, centralOffset: layout.centralOffset, centralSize });
  const part = cut(last, at, start, end);
  if (part) yield part;
}
