import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { copyFile, open, readdir, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type AdminCaller, assertKeys, keyFileOf } from '../auth/index.ts';
import type { Config } from '../config.ts';
import {
  type Db,
  databaseClock,
  isEmptyDatabase,
  openDatabase,
  RESTORING,
  restoreDump,
} from '../database/index.ts';
import type { HashPool } from '../hashing/index.ts';
import { removeDurably, writeDurably } from '../shared/durable-file.ts';
import { PRIVATE_FILE, privateFile, sharedFolder } from '../shared/modes.ts';
import { type BlobStore, checkBlob, diskStore, isBlobFault, openBlobStore } from '../storage/index.ts';
import { openKeysCopy, SEALED } from './keys-copy.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { type Ended, endWhatWasOpen, reopeningStore } from './restore.store.ts';

const AT_ONCE = 4;

interface Wanted {
  config: Config;
  pool: HashPool;
  /** The text of the key file; undefined: it is encrypted in the backup, or comes another way. */
  keyFile: string | undefined;
  passphrase: string | undefined;
  by: Pick<AdminCaller, 'id' | 'name'>;
  signal: AbortSignal;
  onProgress: (bytes: number, total: number) => void;
}

/** The portal's keys after a restore; `others`: with what is wrong about them, and its remedy. */
export type KeysFound = { state: 'there' | 'missing' } | { state: 'others'; problem: string };

export interface RestoreReport {
  manifest: Manifest;
  /** Blobs of the backup that are damaged or missing there. */
  damaged: string[];
  ended: Ended;
  approved: number;
  administrators: number;
  keys: KeysFound;
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(file)) hash.update(piece as Buffer);
  return hash.digest('hex');
}

/** @throws when the target holds anything but a restore of the same backup that was interrupted */
async function assertEmpty({ dataDir, databaseUrl }: Config, { madeAt, database }: Manifest): Promise<void> {
  const isPostgres = databaseUrl !== undefined;
  if (isPostgres !== (database.kind === 'postgres')) {
    throw new Error(
      isPostgres
        ? 'This backup has an SQLite database: restore it without DATABASE_URL.'
        : 'This backup has a PostgreSQL database: restore it with DATABASE_URL, to an empty one.',
    );
  }
  const names = await readdir(dataDir).catch(() => []);
  const mark = join(dataDir, RESTORING);
  if (existsSync(mark)) {
    if ((await readFile(mark, 'utf8')) === String(madeAt)) return;
    throw new Error(`Another backup was begun to be restored to ${dataDir}. Empty it first.`);
  }
  if (names.length > 0)
    throw new Error(`${dataDir} is not empty. A backup is restored to an empty DATA_DIR.`);
  if (isPostgres && !(await isEmptyDatabase(databaseUrl)))
    throw new Error('The database of DATABASE_URL is not empty. A backup is restored to an empty one.');
}

async function copyBlobs(
  from: BlobStore,
  to: BlobStore,
  { blobs }: Manifest,
  { pool, signal, onProgress }: Wanted,
): Promise<string[]> {
  const total = blobs.reduce((sum, [, size]) => sum + size, 0);
  const damaged: string[] = [];
  const queue = blobs.values();
  let bytes = 0;
  async function copy(key: string, size: number, sha256: string): Promise<boolean> {
    if ((await checkBlob({ open: to.open, pool }, { key, size, sha256 }, signal)) === undefined) return true;
    await to.delete([key]);
    try {
      const written = await to.put(key, from.read(key, 0, size));
      if (written.sha256 === sha256) return true;
    } catch (error) {
      if (!isBlobFault(error, 'ENOENT') && !isBlobFault(error, 'EIO')) throw error;
    }
    await to.delete([key]);
    return false;
  }
  async function worker(): Promise<void> {
    for (const [key, size, sha256] of queue) {
      signal.throwIfAborted();
      if (!(await copy(key, size, sha256))) damaged.push(key);
      bytes += size;
      onProgress(bytes, total);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return damaged;
}

/** @returns whether the portal has its keys now */
async function putKeys(
  folder: string,
  { config, keyFile, passphrase }: Wanted,
  { keys }: Manifest,
): Promise<boolean> {
  if (keys === 'under SECRET_KEY') return config.secretKey !== undefined;
  const sealed = join(folder, SEALED);
  const text =
    keyFile ??
    (keys === 'encrypted' && passphrase !== undefined
      ? openKeysCopy(await readFile(sealed, 'utf8'), passphrase)
      : undefined);
  if (text === undefined) return false;
  writeDurably(keyFileOf(config.dataDir), text, PRIVATE_FILE);
  return true;
}

/** Asked before hours of copying. @throws when nobody said how to read them */
function assertReadable(folder: string, { keyFile, passphrase }: Wanted, { keys }: Manifest): void {
  if (keys !== 'encrypted' || keyFile !== undefined || passphrase !== undefined) return;
  const sealed = join(folder, SEALED);
  if (!existsSync(sealed)) return;
  throw new Error(
    `The keys are in the backup, encrypted: set BACKUP_PASSPHRASE, or name the key file by --keys. If both are lost for good, remove ${sealed} first.`,
  );
}

async function look(db: Db, config: Config, hasKeys: boolean): Promise<KeysFound> {
  if (!hasKeys) return { state: 'missing' };
  try {
    await assertKeys(db, config);
    return { state: 'there' };
  } catch (error) {
    return { state: 'others', problem: error instanceof Error ? error.message : String(error) };
  }
}

async function putDatabase(from: string, { dataDir, databaseUrl }: Config): Promise<string> {
  if (databaseUrl !== undefined) {
    // Interrupted before, it holds a part.
    await restoreDump(databaseUrl, from);
    return databaseUrl;
  }
  const draft = join(dataDir, 'restored.sqlite');
  for (const log of ['', '-wal', '-shm']) removeDurably(draft + log);
  privateFile(draft);
  await copyFile(from, draft);
  const file = await open(draft, 'r');
  await file.sync();
  await file.close();
  return draft;
}

/**
 * Restores a backup to an empty data folder, or database. The database comes last: an interrupted restore is no portal,
 * and is begun anew by the same call.
 * @throws when there is no whole backup, or something in its place
 */
export async function restore(folder: string, wanted: Wanted): Promise<RestoreReport> {
  const manifest = await readManifest(folder);
  if (!manifest) throw new Error(`There is no whole backup in ${folder}: it has no manifest.json.`);
  return oneAtATime(folder, () => putBack(folder, manifest, wanted));
}

async function putBack(folder: string, manifest: Manifest, wanted: Wanted): Promise<RestoreReport> {
  const { config, by } = wanted;
  const { dataDir } = config;
  const copy = join(folder, manifest.database.file);
  const isWhole = await stat(copy).then(
    async ({ size }) => size === manifest.database.size && (await hashOf(copy)) === manifest.database.sha256,
    () => false,
  );
  if (!isWhole)
    throw new Error(`The database in the backup (${manifest.database.file}) is damaged or missing.`);
  await assertEmpty(config, manifest);
  assertReadable(folder, wanted, manifest);

  await sharedFolder(dataDir);
  writeDurably(join(dataDir, RESTORING), String(manifest.madeAt));
  writeDurably(join(dataDir, 'instance-id'), `${manifest.instanceId}\n`);
  const hasKeys = await putKeys(folder, wanted, manifest);
  const fatal = (error: unknown) => {
    throw error;
  };
  const to = await openBlobStore(config, { onError: () => {}, onFatal: fatal });
  const damaged = await copyBlobs(diskStore(folder, fatal), to, manifest, wanted);

  const where = await putDatabase(copy, config);
  const db = await openDatabase(where);
  const clock = await databaseClock(db, () => {});
  const now = clock.now();
  await clock.stop();
  const lost = [...manifest.lost, ...damaged];
  const ended = await endWhatWasOpen(db, { snapshotAt: manifest.madeAt, now, lost, by });
  const holds = await reopeningStore(db).holds(now);
  const keys = await look(db, config, hasKeys);
  await db.destroy();
  if (config.databaseUrl === undefined) await rename(where, join(dataDir, 'vitrine.sqlite'));
  removeDurably(join(dataDir, RESTORING));
  return { manifest, damaged, ended, ...holds, keys };
}
