import type { Config } from '../config.ts';
import type { Db } from '../database/index.ts';
import type { HashPool } from '../hashing/index.ts';
import type { JobQueue } from '../queue/index.ts';
import type { BlobLedger } from './blob-ledger.store.ts';
import type { BlobStore } from './blob-store.ts';
import { diskStore } from './disk-store.ts';
import { scrubStore } from './scrub.store.ts';
import { scrub } from './scrub.ts';
import { verifyStore } from './verify.store.ts';
import { verifyBlobs } from './verify.ts';

export { type BlobLedger, blobLedger, type LedgerBlob } from './blob-ledger.store.ts';
export { type BlobStore, isBlobFault, type OpenBlob, type PresignedAnswer } from './blob-store.ts';
export { checkBlob } from './check-blob.ts';
export { diskRoom, HEADROOM } from './disk-room.ts';
export { diskStore } from './disk-store.ts';
export { assertNothingLeftOnDisk } from './left-on-disk.ts';
export { diskFull, type PartialBlobs, partialBlobs } from './resumable.ts';
export { openFile } from './shared-files.ts';
export type { VerifyReport } from './verify.ts';
export { writePieces } from './write-pieces.ts';

/** Imported on use: the S3 client takes memory and time to load. */
export const loadS3 = async () => ({
  ...(await import('./s3-place.ts')),
  ...(await import('./s3-store.ts')),
});

interface Failures {
  onError: (error: unknown) => void;
  /** Called when the disk's contents are unknown. */
  onFatal: (error: unknown) => void;
}

/** The blob store: on the disk, or on S3. */
export const openBlobStore = async (
  { storage, dataDir }: Pick<Config, 'storage' | 'dataDir'>,
  { onError, onFatal }: Failures,
): Promise<BlobStore> => (storage ? (await loadS3()).s3Store(storage, onError) : diskStore(dataDir, onFatal));

interface ScrubDependencies {
  db: Db;
  /** Owner of the blobs to scrub: this server's on its disk; undefined: all, on an object store. */
  owner: string | undefined;
  ledger: BlobLedger;
  queue: JobQueue;
  pool: HashPool;
  now: () => number;
  onError: (error: unknown) => void;
}

/** Verifies stored files periodically. */
export const createScrub = ({ db, owner, ledger, ...rest }: ScrubDependencies) =>
  scrub({ db, store: scrubStore(db, owner), open: ledger.openToCheck, key: owner ?? 'all', ...rest });

interface VerifyDependencies {
  db: Db;
  /** As for `createScrub`. */
  owner: string | undefined;
  blobs: BlobStore;
  ledger: BlobLedger;
  pool: HashPool;
}

/** Compares the store with the database, for `vitrine verify`. */
export const createVerify =
  ({ db, owner, blobs, ledger, pool }: VerifyDependencies) =>
  (wanted: Parameters<typeof verifyBlobs>[1]) =>
    verifyBlobs({ store: verifyStore(db, owner), blobs, open: ledger.openToCheck, pool }, wanted);
