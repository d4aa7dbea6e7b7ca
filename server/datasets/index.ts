import type { Db } from '../database/index.ts';
import type { BlobLedger } from '../storage/index.ts';
import { archiveHashesStore } from './archive-hashes.store.ts';
import { type ArchiveHashes, archiveHashes } from './archive-hashes.ts';
import { changer } from './change.store.ts';
import { filePurgeStore } from './file-purge.store.ts';
import { type FilePurges, filePurges } from './file-purge.ts';
import { purgeStore } from './purge.store.ts';
import { type Purges, purges } from './purge.ts';
import { type SharingOf, sharingOf } from './sharing.ts';
import { takingOut } from './take-out.store.ts';

export { type Change, changer } from './change.store.ts';
export { changesPage } from './changes.ts';
export { changeFiles, DATASET_ARCHIVE, isBeingLaidOut, lockDataset } from './dataset-archive.store.ts';
export { datasetArchiveJob } from './dataset-archive-job.ts';
export {
  type DatasetRow,
  datasetRows,
  type SubsetRow,
  subsetRows,
  toDataset,
  toSubset,
} from './datasets.store.ts';
export { rememberedFiles, rememberFileList } from './file-lists.store.ts';
export { FREEZE, frozen, isFrozen, openIntakes } from './freezing.store.ts';
export { type Freezing, freezing } from './freezing.ts';
export { frozenRows, keepFrozenChange, keepFrozenChanges, shownRow } from './frozen-changes.store.ts';
export { KEPT_FOR } from './keeping.ts';
export { joinLineage, markPublished, renameLineage } from './lineages.store.ts';
export { type ObjectReader, objectReader, type ReadableObject } from './object-reader.ts';
export { contentTypeOf, defaultPath, entryName, fileNameOf, folderOf, pathKeeping } from './paths.ts';
export { releaseBlobs } from './purge-parts.store.ts';
export { purgedRows } from './purged-files.store.ts';
export { isPurged } from './purged-version.store.ts';
export { behindSlug, releaseOf, releasesOf, versionsOf } from './release.store.ts';
export { manifestLine } from './release-hash.ts';
export { readLayout } from './stored-layout.ts';
export { type FilesOfVersions, type VersionFiles, versionFiles } from './version-files.ts';
export {
  blobsOfSmaller,
  installSmaller,
  type SmallerFolders,
  withoutFiles,
} from './without-files.store.ts';
export type { ArchiveHashes, FilePurges, Purges, SharingOf };

type WithDb<Given extends { store: unknown }> = Omit<Given, 'store'> & { db: Db };

/** Purges trashed and superseded files after their retention. */
export const createPurges = ({ db, ...rest }: WithDb<Parameters<typeof purges>[0]>): Purges =>
  purges({ store: purgeStore(db), ...rest });

/** Computes the SHA-256 of computed archives. */
export const createArchiveHashes = (given: WithDb<Parameters<typeof archiveHashes>[0]>): ArchiveHashes =>
  archiveHashes({ store: archiveHashesStore(given.db), ...given });

/** Finds the versions that hold bytes of another one. */
export const createSharing = ({ db, ...rest }: WithDb<Parameters<typeof sharingOf>[0]>): SharingOf =>
  sharingOf({ store: filePurgeStore(db), ...rest });

/** Purges single files of frozen versions. */
export function createFilePurges({
  db,
  ledger,
  purges,
  now,
}: {
  db: Db;
  ledger: BlobLedger;
  purges: Purges;
  now: () => number;
}): FilePurges {
  const takeOut = takingOut(ledger, changer(db, ledger), now);
  return filePurges({ db, store: filePurgeStore(db), ledger, purges, takeOut, now });
}
