import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { diskStore } from '../blobs/disk-store.ts';
import { takeDataFolder } from '../database/instance.ts';
import { openDatabase } from '../database/open.ts';
import { blobLedger } from '../holdings/blob-ledger.store.ts';
import { objectReader } from '../holdings/object-reader.ts';
import { secret } from '../identity/secrets.store.ts';
import type { AppOptions } from '../options.ts';
import { resumableUploads } from '../uploads/resumable-uploads.ts';

interface Given {
  options: AppOptions;
  now: () => number;
  onError: (error: unknown) => void;
}

/** Where everything is kept: the data folder, the database, the blobs and what comes in to them. */
export async function openStorage({ options, now, onError }: Given) {
  const { config } = options;
  const folder = takeDataFolder(config.dataDir);
  const db = await openDatabase(config.databaseUrl ?? join(config.dataDir, 'vitrine.sqlite'), onError);
  const key = (name: string) => secret(db, name, () => randomBytes(32).toString('base64url'));
  const blobs = config.storage
    ? // The client for S3 takes its memory only where it is used.
      (await import('../blobs/s3-store.ts')).s3Store(config.storage, onError)
    : diskStore(config.dataDir, options.onFatal ?? onError);
  const ledger = blobLedger(db, blobs, folder.instanceId, now, config.importRoots);
  await ledger.recover();
  const uploads = await resumableUploads({
    db,
    dataDir: config.dataDir,
    blobs,
    ledger,
    owner: folder.instanceId,
    ...(options.lockTimes && { lockTimes: options.lockTimes }),
    now,
    onError,
    onFatal: options.onFatal ?? onError,
  });
  const reader = objectReader(ledger);

  return { folder, db, key, blobs, ledger, uploads, reader };
}

export type Storage = Awaited<ReturnType<typeof openStorage>>;
