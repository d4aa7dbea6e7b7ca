import { type FileList, fileAt } from '../../archive/index.ts';

/** A file of a manifest. */
export interface ManifestFile {
  /** Entry name: relative, without control characters or back-slashes (contract/dataset-admin.ts). */
  path: string;
  size: number;
  /** Lower-case hex. */
  sha256: string;
  /** Its bytes were purged. */
  purged: boolean;
}

/** What is said of a file when only the changes since an older version are listed. */
export interface Gone {
  path: string;
  /** Where its bytes are now. */
  movedTo?: string;
}

/** The version that a list of changes begins from. */
export interface Since {
  version: string;
  /** SHA-256 of its `sha256` manifest. */
  release: string;
  /** Names that are no longer there, in the order of their UTF-8 bytes. */
  gone: readonly Gone[];
}

/** What a manifest says, in whatever format. */
export interface Manifest {
  /** Name and version, one line. */
  title: string;
  /** Address of the dataset's page. */
  page: string;
  /** Name of a folder or file for it, without extension. */
  name: string;
  dataset: { id: string; name: string; version: string };
  /** SHA-256 of the whole version's `sha256` manifest. */
  release: string;
  list: FileList;
  /** Indexes of the files in the list, ascending. */
  files: ArrayLike<number>;
  /** Indexes of those whose bytes were purged: they have a line and no address. */
  purged: ReadonlySet<number>;
  /** Bytes of those. */
  size: number;
  since?: Since | undefined;
  /** A file's absolute address. */
  urlOf: (path: string, withTicket: boolean) => string;
}

/** Files that are written at a time: about a millisecond's work. */
const BATCH = 512;

/** The manifest's lines, in pieces of a batch each. */
export function* inBatches(
  { list, files, purged }: Pick<Manifest, 'list' | 'files' | 'purged'>,
  line: (file: ManifestFile, index: number) => string,
): Generator<string> {
  for (let from = 0; from < files.length; from += BATCH) {
    let text = '';
    for (let n = from; n < Math.min(from + BATCH, files.length); n++) {
      const index = files[n] ?? 0;
      const { name: path, size, sha256 } = fileAt(list, index);
      text += line({ path, size, sha256, purged: purged.has(index) }, n);
    }
    yield text;
  }
}

/** What went, in lines. */
export function* goneInBatches(since: Since | undefined, line: (gone: Gone) => string): Generator<string> {
  const { gone = [] } = since ?? {};
  for (let from = 0; from < gone.length; from += BATCH)
    yield gone
      .slice(from, from + BATCH)
      .map(line)
      .join('');
}

/** In words, for comments: a file whose bytes were purged. */
export const wordsOfPurged = ({ path }: Pick<ManifestFile, 'path'>): string => `removed for good: ${path}`;

/** In words, for comments. */
export const wordsOf = ({ path, movedTo }: Gone): string =>
  movedTo === undefined ? `removed: ${path}` : `moved: ${path} -> ${movedTo}`;
