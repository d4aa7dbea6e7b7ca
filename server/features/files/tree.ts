import type { FileEntry } from '../../../contract/files.ts';
import { type FileList, fileAt, nameAt, runBelow } from '../../archive/index.ts';
import { contentTypeOf, fileNameOf } from '../../datasets/index.ts';

/** Names looked at between two yields to the event loop: some milliseconds. */
const STEP = 4_096;
const SLASH = 0x2f;

/** A part of a tree, in its order: folders as the runs of the files below them, then files, by index. */
export interface Listing {
  folders: { start: number; end: number /** Bytes of its path, without `/`. */; length: number }[];
  files: ArrayLike<number>;
}

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
  const folders: Listing['folders'] = [];
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
  return { folders, files: Uint32Array.from(files) };
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
  return { folders: [], files: Uint32Array.from(files) };
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

/** The entries of a listing from `start` on, at most `most`. */
export function entriesAt(list: FileList, { folders, files }: Listing, start: number, most: number) {
  const shown: FileEntry[] = [];
  for (let at = start; at < Math.min(start + most, folders.length + files.length); at++) {
    const folder = folders[at];
    if (folder) {
      shown.push({
        type: 'folder',
        path: nameAt(list, folder.start).subarray(0, folder.length).toString(),
        size: (list.offsets[folder.end] ?? 0) - (list.offsets[folder.start] ?? 0),
        fileCount: folder.end - folder.start,
      });
      continue;
    }
    const { name, size, sha256 } = fileAt(list, files[at - folders.length] ?? 0);
    shown.push({ type: 'file', path: name, size, sha256, contentType: contentTypeOf(fileNameOf(name)) });
  }
  return shown;
}
