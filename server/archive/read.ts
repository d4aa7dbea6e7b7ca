import { blobAt, nameAt } from './columns.ts';
import type { Layout } from './layout.ts';
import { type EntryFacts, endRecords, localHeader, writeCentralHeader } from './records.ts';

/** A range of a blob, from `start` to `end` (exclusive). */
export interface BlobRange {
  blob: string;
  start: number;
  end: number;
  /** CRC-32 of these bytes from the archive's header; only when the range is the whole file. */
  crc32?: number;
}

/** A part of an archive: generated headers, or a range of a blob. */
export type Segment = Uint8Array | BlobRange;

/** Reads a blob from `start` to `end` (exclusive). */
export type ReadBlob = (blob: string, start: number, end: number) => AsyncIterable<Uint8Array>;

/** Bytes of the central directory that are built at a time; one more header may exceed it. */
const BATCH = 256 * 1024;

/** The part of `bytes`, whose offset in the archive is `at`, that lies in `[start, end)`; undefined when none does. */
function cut(bytes: Buffer, at: number, start: number, end: number): Buffer | undefined {
  const from = Math.max(start - at, 0);
  const to = Math.min(end - at, bytes.length);
  return from < to ? bytes.subarray(from, to) : undefined;
}

/**
 * Binary search: the last index whose value is at most `position`; `values` ascend, and the first is at most
 * `position`.
 */
function lastUpTo(values: Float64Array, position: number): number {
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((values[middle] ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}

const factsAt = (layout: Layout, index: number): EntryFacts => ({
  name: nameAt(layout, index),
  size: layout.sizes[index] ?? 0,
  crc32: layout.crc32s[index] ?? 0,
  offset: layout.offsets[index] ?? 0,
});

function* filePart(layout: Layout, start: number, end: number): Generator<Segment> {
  for (let i = lastUpTo(layout.offsets, start); i < layout.count; i++) {
    const entry = factsAt(layout, i);
    if (entry.offset >= end) return;
    const header = localHeader(entry);
    const head = cut(header, entry.offset, start, end);
    if (head) yield head;
    const data = entry.offset + header.length;
    const from = Math.max(start - data, 0);
    const to = Math.min(end - data, entry.size);
    if (from >= to) continue;
    const range = { blob: blobAt(layout, i), start: from, end: to };
    yield to - from === entry.size ? { ...range, crc32: entry.crc32 } : range;
  }
}

function* centralPart(layout: Layout, start: number, end: number): Generator<Buffer> {
  const { count, centralOffsets } = layout;
  let i = lastUpTo(centralOffsets, start);
  while (i < count) {
    const first = centralOffsets[i] ?? 0;
    if (first >= end) return;
    const next = Math.min(lastUpTo(centralOffsets, Math.min(first + BATCH, end - 1)) + 1, count);
    const batch = Buffer.allocUnsafe((centralOffsets[next] ?? 0) - first);
    for (; i < next; i++) writeCentralHeader(batch, (centralOffsets[i] ?? 0) - first, factsAt(layout, i));
    const part = cut(batch, first, start, end);
    if (part) yield part;
  }
  const centralEnd = centralOffsets[count] ?? 0;
  const { centralOffset } = layout;
  const last = endRecords({ count, centralOffset, centralSize: centralEnd - centralOffset });
  const part = cut(last, centralEnd, start, end);
  if (part) yield part;
}

/**
 * The segments of the archive from `start` (inclusive) to `end` (exclusive), in order and without gaps, found by binary
 * search: nothing outside the range is computed.
 */
export function* segmentsOf(layout: Layout, start: number, end: number): Generator<Segment> {
  if (start < layout.centralOffset) yield* filePart(layout, start, end);
  if (end > layout.centralOffset) yield* centralPart(layout, Math.max(start, layout.centralOffset), end);
}

/** The archive's bytes from `start` (inclusive) to `end` (exclusive); nothing outside the range is built. */
export async function* readArchive(
  layout: Layout,
  readBlob: ReadBlob,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array> {
  for (const segment of segmentsOf(layout, start, end)) {
    if (segment instanceof Uint8Array) yield segment;
    else yield* readBlob(segment.blob, segment.start, segment.end);
  }
}
