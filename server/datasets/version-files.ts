import { type FileList, fileAt, indexOfFile, makeFileList } from '../archive/index.ts';
import type { Db } from '../database/index.ts';
import { type ChangeCounter, versionedCache } from '../shared/versioned-cache.ts';
import type { BlobLedger } from '../storage/index.ts';
import { archiveFiles } from './composition.store.ts';
import { partsOf } from './file-lists.store.ts';
import { type HashedFile, releaseHash } from './release-hash.ts';
import { type VersionParts, versionParts } from './version-files.store.ts';

/** ms for which the parts of a version are not looked up again, were another server to change them. */
const LIFETIME = 2_000;
/** Versions whose parts are known. */
const MOST = 200;
/** Bytes of file lists kept: some 500,000 files (docs/decisions/0034). */
const BUDGET = 80 * 2 ** 20;

/** The files of a version that are hashed: what its manifest says. */
export interface VersionFiles {
  /** In the order of their entry names' UTF-8 bytes. */
  list: FileList;
  /** SHA-256 of the `sha256` manifest, lower-case hex; null without a file. */
  release: string | null;
  /** Indexes of files whose bytes were purged: their lines stay. */
  purged: ReadonlySet<number>;
  /** What it consists of: see `rememberFileList`. */
  parts: string;
}

/** As `VersionFiles`, with what is still to come. */
export interface CurrentFiles extends VersionFiles {
  /** Entry names of files, and of folders, that are being hashed. */
  coming: VersionParts['coming'];
}

function* hashedFiles(list: FileList): Generator<HashedFile> {
  for (let i = 0; i < list.count; i++) yield fileAt(list, i);
}

interface Dependencies {
  db: Db;
  ledger: Pick<BlobLedger, 'readStored'>;
  changes: ChangeCounter;
  now: () => number;
}

/**
 * The files of versions, frozen or not. What a version consists of is looked up again after any change and every 2 s;
 * its list is read and sorted again only when that differs.
 */
export function versionFiles({ db, ledger, changes, now }: Dependencies) {
  /** By the version of the parts; the first is the least recently used. */
  const lists = new Map<string, { files: Promise<VersionFiles>; bytes: number }>();
  const parts = versionedCache({
    load: (datasetId: string) => versionParts(db, datasetId),
    version: changes.version,
    now,
    lifetime: LIFETIME,
    most: MOST,
  });

  async function load(of: VersionParts): Promise<VersionFiles> {
    const files = await archiveFiles(ledger, of);
    const list = await makeFileList(of.archive ? [...files, of.archive] : files);
    const purged = new Set(of.purged.map((name) => indexOfFile(list, name)));
    const parts = partsOf(of);
    return { list, purged, parts, release: list.count === 0 ? null : await releaseHash(hashedFiles(list)) };
  }

  /** Drops the least recently used lists, but for the last one. */
  function shrink(): void {
    let held = 0;
    for (const { bytes } of lists.values()) held += bytes;
    for (const [key, { bytes }] of lists) {
      if (held <= BUDGET || lists.size === 1) return;
      lists.delete(key);
      held -= bytes;
    }
  }

  function listOf(of: VersionParts): Promise<VersionFiles> {
    const key = of.version;
    const known = lists.get(key);
    if (known) {
      lists.delete(key);
      lists.set(key, known);
      return known.files;
    }
    const entry = { files: load(of), bytes: 0 };
    lists.set(key, entry);
    entry.files.then(
      ({ list }) => {
        entry.bytes = list.bytes.length + list.offsets.byteLength;
        shrink();
      },
      () => lists.delete(key),
    );
    return entry.files;
  }

  return {
    /** The files of a dataset that is there and whose bytes were not purged. */
    async of(datasetId: string): Promise<CurrentFiles> {
      const current = await parts.get(datasetId);
      return { ...(await listOf(current)), coming: current.coming };
    },
  };
}

export type FilesOfVersions = ReturnType<typeof versionFiles>;
