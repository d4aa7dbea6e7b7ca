import type { FileEntry } from '../../../contract/files.ts';
import { type FileList, fileAt, nameAt, runBelow } from '../../archive/index.ts';
import { contentTypeOf, fileNameOf, type VersionFiles } from '../../datasets/index.ts';

/** Names looked at between two yields to the event loop: some milliseconds. */
const STEP = 4_096;
const SLASH = 0x2f;

/** A part of a tree, in its order: first folders, then files. */
export interface Listing {
  /** Three numbers each: the run of the files below it, `end` exclusive, and the bytes of its path, without `/`. */
  folders: Uint32Array;
  /** By index. */
  files: Uint32Array;
}

/** Entries of a listing. */
export const countOf = ({ folders, files }: Listing): number => folders.length / 3 + files.length;

const pause = () => new Promise(setImmediate);

/** @returns undefined when there is no such folder */
function runOf(list: FileList, prefix: string): { start: number; end: number; length: number } | undefined {
  if (prefix === '') return { start: 0, end: list.count, length: 0 };
  const below = Buffer.from(`${prefix}/`);
  const run = runBelow(list, below);
  return run.start === run.end ? undefined : { ...run, length: below.length };
}

/** The end of the run of names that share the first `length` bytes of the one at `start`. */
function endOfRun(list: FileList, start: number, length: number): number {
  const prefix = nameAt(list, start).subarray(0, length);
  const isBelow = (at: number) => at < list.count && nameAt(list, at).subarray(0, length).equals(prefix);
  // Doubling steps: most folders hold few files.
  let step = 1;
  while (isBelow(start + step)) step *= 2;
  let [inside, outside] = [start + step / 2, start + step];
  if (step === 1) return start + 1;
  while (outside - inside > 1) {
    const middle = (inside + outside) >> 1;
    if (isBelow(middle)) inside = middle;
    else outside = middle;
  }
  return outside;
}

/** The entries of a folder, each kind by the UTF-8 bytes of its names. */
async function entriesOf(list: FileList, prefix: string): Promise<Listing | undefined> {
  const run = runOf(list, prefix);
  if (!run) return undefined;
  const folders: { start: number; end: number; length: number }[] = [];
  const files: number[] = [];
  for (let at = run.start, seen = 1; at < run.end; seen++) {
    const length = nameAt(list, at).indexOf(SLASH, run.length);
    if (length < 0) files.push(at++);
    else {
      const end = endOfRun(list, at, length + 1);
      folders.push({ start: at, end, length });
      at = end;
    }
    if (seen % STEP === 0) await pause();
  }
  // `a-b/…` stands before `a/…`, but the folder `a` before `a-b`.
  const nameOf = ({ start, length }: { start: number; length: number }) =>
    nameAt(list, start).subarray(0, length);
  folders.sort((a, b) => Buffer.compare(nameOf(a), nameOf(b)));
  return {
    folders: Uint32Array.from(folders.flatMap(({ start, end, length }) => [start, end, length])),
    files: Uint32Array.from(files),
  };
}

/** All files below a folder; with a keyword, those whose path holds it, whatever the case. */
async function filesBelow(list: FileList, prefix: string, keyword: string): Promise<Listing | undefined> {
  const run = runOf(list, prefix);
  if (!run) return undefined;
  const wanted = keyword.toLowerCase();
  const files: number[] = [];
  for (let at = run.start; at < run.end; at++) {
    if (wanted === '' || nameAt(list, at).toString().toLowerCase().includes(wanted)) files.push(at);
    if ((at + 1) % STEP === 0) await pause();
  }
  return { folders: new Uint32Array(), files: Uint32Array.from(files) };
}

/** What of a tree is asked for. */
export interface Wanted {
  /** The folder, without `/` at its end; empty: the top. */
  prefix: string;
  recursive: boolean;
  /** Not empty: searched below the folder. */
  keyword: string;
}

/** @returns undefined when there is no such folder */
export const listingOf = (list: FileList, { prefix, recursive, keyword }: Wanted) =>
  recursive || keyword !== '' ? filesBelow(list, prefix, keyword) : entriesOf(list, prefix);

function folderAt(list: FileList, folders: Uint32Array, at: number): FileEntry {
  const [start = 0, end = 0, length = 0] = folders.subarray(3 * at, 3 * at + 3);
  return {
    type: 'folder',
    path: nameAt(list, start).subarray(0, length).toString(),
    size: (list.offsets[end] ?? 0) - (list.offsets[start] ?? 0),
    fileCount: end - start,
  };
}

function fileEntryAt({ list, purged }: Shown, index: number): FileEntry {
  const { name, size, sha256 } = fileAt(list, index);
  return {
    type: 'file',
    path: name,
    size,
    sha256,
    contentType: contentTypeOf(fileNameOf(name)),
    ...(purged.has(index) && { purged: true as const }),
  };
}

/** The files of a version, as far as a listing shows them. */
type Shown = Pick<VersionFiles, 'list' | 'purged'>;

/** The entries of a listing from `start` on, at most `most`. */
export function entriesAt(of: Shown, listing: Listing, start: number, most: number): FileEntry[] {
  const { folders, files } = listing;
  const before = folders.length / 3;
  const shown: FileEntry[] = [];
  for (let at = start; at < Math.min(start + most, countOf(listing)); at++)
    shown.push(at < before ? folderAt(of.list, folders, at) : fileEntryAt(of, files[at - before] ?? 0));
  return shown;
}
