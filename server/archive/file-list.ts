import { type Columns, columnsOf, nameAt } from './columns.ts';
import type { ArchiveFile } from './entry.ts';
import { inTurns, type Steps, sortedByBytes } from './steps.ts';

/** Files in the order of their names' UTF-8 bytes: those below a folder are one run of indexes. */
export interface FileList extends Columns {
  /** Bytes of all files before each; the last element is the bytes of all. */
  offsets: Float64Array;
}

function* listed(files: readonly ArchiveFile[]): Steps<FileList> {
  const columns = yield* columnsOf(yield* sortedByBytes(files));
  const offsets = new Float64Array(columns.count + 1);
  for (let i = 0; i < columns.count; i++) offsets[i + 1] = (offsets[i] ?? 0) + (columns.sizes[i] ?? 0);
  return { ...columns, offsets };
}

/** In steps of a few milliseconds, yielding to the event loop in between. */
export const makeFileList = (files: readonly ArchiveFile[]): Promise<FileList> => inTurns(listed(files));

/** Orders any named things as a file list does. */
export const inByteOrder = <Of extends { name: string }>(things: readonly Of[]): Promise<Of[]> =>
  inTurns(sortedByBytes(things));

/**
 * The first index from `from` on whose name compares as wanted; the names ascend.
 * @param isBefore whether a name, UTF-8, stands before the wanted place
 */
export function lowerBound(list: FileList, isBefore: (name: Buffer) => boolean, from = 0): number {
  let low = from;
  let high = list.count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(nameAt(list, middle))) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The index of a file; -1 when there is none of this name. */
export function indexOfFile(list: FileList, name: string): number {
  const wanted = Buffer.from(name);
  const at = lowerBound(list, (one) => Buffer.compare(one, wanted) < 0);
  return at < list.count && nameAt(list, at).equals(wanted) ? at : -1;
}

/**
 * The run of the names that begin with a prefix, `end` exclusive.
 * @param prefix UTF-8, e.g. `train/`; empty: all
 */
export function runBelow(list: FileList, prefix: Buffer, from = 0): { start: number; end: number } {
  const start = lowerBound(list, (name) => Buffer.compare(name, prefix) < 0, from);
  const isBelow = (name: Buffer) => name.subarray(0, prefix.length).equals(prefix);
  return { start, end: lowerBound(list, isBelow, start) };
}
