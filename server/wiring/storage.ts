import { join } from 'node:path';
import { keysStore } from '../auth/keys.store.ts';
import { openKeys } from '../auth/keys.ts';
import { takeDataFolder } from '../database/instance.ts';
import { openDatabase } from '../database/open.ts';
import { objectReader } from '../datasets/object-reader.ts';
import { resumableUploads } from '../ingest/uploads/resumable-uploads.ts';
import { descriptions } from '../markdown/descriptions.ts';
import { renderingsStore } from '../markdown/renderings.store.ts';
import type { AppOptions } from '../options.ts';
import { blobLedger } from '../storage/blob-ledger.store.ts';
import { diskRoom } from '../storage/disk-room.ts';
import { diskStore } from '../storage/disk-store.ts';

interface Given {
  options: AppOptions;
  now: () => number;
  onError: (error: unknown) => void;
}

/** Where everything is kept: the data folder, the database, the blobs and what comes in to them. */
export async function openStorage({ options, now, onError }: Given) {
  const { config } = options;
  const room = diskRoom(config.dataDir, config.databaseUrl === undefined);
  // Taking the folder writes, too.
  room.beforeWrite();
  const folder = takeDataFolder(config.dataDir);
  const onFatal = options.onFatal ?? onError;
  const db = await openDatabase(config.databaseUrl ?? join(config.dataDir, 'vitrine.sqlite'), onError, {
    onFatal,
    beforeWrite: room.beforeWrite,
    onUpgrade: options.onUpgrade,
  });
  const store = keysStore(db);
  const keys = await openKeys({ store, dataDir: config.dataDir, secretKey: config.secretKey }).catch(
    async (error: unknown) => {
      await db.destroy();
      folder.release();
      throw error;
    },
  );
  // What it could not do, an old copy of the keys in the database's files, is tried again at the next start.
  await store.wipe().catch(onError);
  const blobs = config.storage
    ? // The client for S3 takes its memory only where it is used.
      (await import('../storage/s3-store.ts')).s3Store(config.storage, onError)
    : diskStore(config.dataDir, onFatal);
  const ledger = blobLedger(db, blobs, folder.instanceId, now, config.importRoots, room.assert);
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
    onFatal,
  });
  const reader = objectReader(ledger);

  return {
    folder,
    room,
    db,
    keys,
    blobs,
    ledger,
    uploads,
    reader,
    descriptions: descriptions(renderingsStore(db)),
  };
}

export type Storage = Awaited<ReturnType<typeof openStorage>>;
