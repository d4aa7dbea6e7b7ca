import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Db, lastMigration, snapshot } from '../database/index.ts';
import type { HashPool } from '../hashing/index.ts';
import { writeDurably } from '../shared/durable-file.ts';
import { newId } from '../shared/ids.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../shared/modes.ts';
import { type BlobStore, checkBlob, diskStore, isBlobFault } from '../storage/index.ts';
import { isStillKept, keptBlobs, type NamedBlob } from './back-up.store.ts';
import { SEALED, sealKeys } from './keys-copy.ts';
import { noteBackup } from './last-backup.store.ts';
import { type Manifest, readManifest, writeManifest } from './manifest.ts';
import { oneAtATime } from './one-at-a-time.ts';

const READ_ME = 'READ-ME.txt';
const WORDS = `A backup of a Vitrine portal, made by vitrine backup. It is whole when manifest.json is here.
Back into a portal: vitrine restore (docs/running.md, "Backup and restore").
It holds personal data and everything that was handed out.
`;
/** Of snapshots, when blobs were purged between one and the copy. */
const TRIES = 5;
/** Copies at the same time. */
const AT_ONCE = 4;

interface Portal {
  db: Db;
  /** A `postgres://` URL, or the path of an SQLite file. */
  where: string;
  blobs: BlobStore;
  pool: HashPool;
  instanceId: string;
  /** The key file; undefined: the keys are in the database, under SECRET_KEY. */
  keyFile: string | undefined;
  now: () => number;
}

interface Wanted {
  /** Made when missing; empty, or with a former backup, which this one brings up to date. */
  folder: string;
  /** A former backup on the same file system: what it holds already is linked. */
  earlier: string | undefined;
  /** Encrypts the key file into the backup; undefined: it is left out. */
  passphrase: string | undefined;
  signal: AbortSignal;
  onProgress: (bytes: number, total: number) => void;
}

export interface BackupReport extends Manifest {
  copied: number;
  linked: number;
  /** Were there already, with the same bytes. */
  kept: number;
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(file)) hash.update(piece as Buffer);
  return hash.digest('hex');
}

/** @throws when it holds something else than a backup */
async function prepareFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
  const names = await readdir(folder);
  if (names.length > 0 && !names.includes(READ_ME))
    throw new Error(
      `${folder} holds something else than a backup of a portal. Name an empty folder, or a new one.`,
    );
  await writeFile(join(folder, READ_ME), WORDS, { mode: PRIVATE_FILE });
}

interface Copied {
  how: 'copied' | 'linked' | 'kept' | 'lost';
  sha256: string;
  size: number;
}

/** Copies what is missing; the outcome for one blob. */
function copier({ blobs, pool }: Portal, { folder, earlier, signal }: Wanted) {
  const fatal = (error: unknown) => {
    throw error;
  };
  const target = diskStore(folder, fatal);
  const former = earlier === undefined ? undefined : diskStore(earlier, fatal);
  const isThere = async (store: BlobStore, blob: NamedBlob) =>
    blob.sha256 !== '' && (await checkBlob({ open: store.open, pool }, blob, signal)) === undefined;
  /** By key, what is safe: after another snapshot it is not read again. */
  const safe = new Map<string, Copied>();

  async function copyAnew(blob: NamedBlob): Promise<Copied> {
    const { key, sha256, size } = blob;
    if (await isThere(target, blob)) return { how: 'kept', sha256, size };
    await target.delete([key]);
    if (former && (await isThere(former, blob))) {
      const to = target.localPath?.(key) ?? '';
      await mkdir(dirname(to), { recursive: true, mode: PRIVATE_FOLDER });
      await link(former.localPath?.(key) ?? '', to);
      return { how: 'linked', sha256, size };
    }
    const source = await blobs.open(key);
    try {
      // Its length as it is: a file that was cut is copied up to there, and found out by its hash.
      const length = source.file ? (await source.file.stat()).size : size;
      const written = await target.put(key, source.read(0, length));
      if (sha256 === '' || written.sha256 === sha256) return { how: 'copied', ...written };
      await target.delete([key]);
      return { how: 'lost', sha256, size };
    } finally {
      await source.close();
    }
  }

  return {
    target,
    async copy(blob: NamedBlob): Promise<Copied> {
      const done = safe.get(blob.key) ?? (await copyAnew(blob));
      if (done.how !== 'lost') safe.set(blob.key, done);
      return done;
    },
  };
}

type Copier = ReturnType<typeof copier>;
type Count = Pick<BackupReport, 'copied' | 'linked' | 'kept' | 'blobs' | 'lost'>;

/** @returns undefined when a blob was purged since the snapshot: another one is needed */
async function copyAll(
  portal: Portal,
  wanted: Wanted,
  { copy }: Copier,
  named: readonly NamedBlob[],
): Promise<Count | undefined> {
  const { signal, onProgress } = wanted;
  const total = named.reduce((sum, { size }) => sum + size, 0);
  const count: Count = { copied: 0, linked: 0, kept: 0, blobs: [], lost: [] };
  const queue = named.values();
  let bytes = 0;
  let isStale = false;
  async function worker(): Promise<void> {
    for (const blob of queue) {
      signal.throwIfAborted();
      if (isStale) return;
      let done: Copied;
      try {
        done = await copy(blob);
      } catch (error) {
        if (!isBlobFault(error, 'ENOENT') && !isBlobFault(error, 'EIO')) throw error;
        done = { how: 'lost', sha256: blob.sha256, size: blob.size };
      }
      if (done.how === 'lost') {
        if (!(await isStillKept(portal.db, blob.key))) {
          isStale = true;
          return;
        }
        count.lost.push(blob.key);
      } else {
        count[done.how]++;
        count.blobs.push([blob.key, done.size, done.sha256]);
      }
      bytes += blob.size;
      onProgress(bytes, total);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return isStale ? undefined : count;
}

async function databaseCopy(portal: Portal, folder: string) {
  const kind = /^postgres/.test(portal.where) ? 'postgres' : 'sqlite';
  const file = `database-${newId()}.${kind === 'sqlite' ? 'sqlite' : 'dump'}`;
  const path = join(folder, file);
  const madeAt = portal.now();
  const { named, migration } = await snapshot(portal.where, path, async (db) => ({
    named: await keptBlobs(db),
    migration: await lastMigration(db),
  }));
  const database = { kind, file, size: (await stat(path)).size, sha256: await hashOf(path) } as const;
  return { madeAt, named, migration, database };
}

/** What an earlier state of the folder had, and no backup names any more. */
async function tidy(folder: string, made: Manifest, target: BlobStore): Promise<void> {
  const named = new Set(made.blobs.map(([key]) => key));
  const others: string[] = [];
  for await (const key of target.keys()) if (!named.has(key)) others.push(key);
  await target.delete(others);
  for (const name of await readdir(folder))
    if (/^database-/.test(name) && name !== made.database.file) await rm(join(folder, name));
  if (made.keys !== 'encrypted') await rm(join(folder, SEALED), { force: true });
  await rm(join(folder, 'tmp'), { recursive: true, force: true });
}

/** @throws when nothing of it can be linked */
async function assertLinkable(earlier: string, folder: string): Promise<void> {
  if ((await stat(earlier)).dev !== (await stat(folder)).dev)
    throw new Error(`${earlier} is on another disk than ${folder}: nothing can be linked from there.`);
}

async function copyKeys({ keyFile }: Portal, { folder, passphrase }: Wanted): Promise<Manifest['keys']> {
  if (keyFile === undefined) return 'under SECRET_KEY';
  if (passphrase === undefined) return 'left out';
  writeDurably(
    join(folder, SEALED),
    `${sealKeys(await readFile(keyFile, 'utf8'), passphrase)}\n`,
    PRIVATE_FILE,
  );
  return 'encrypted';
}

/**
 * Backs a running portal up: a snapshot of the database, then the blobs that it names, then the manifest. Until that is
 * written the folder is what it was: a former backup stays whole.
 * @throws when the folder holds something else, when aborted, or when the portal cannot be read
 */
export async function backUp(portal: Portal, wanted: Wanted): Promise<BackupReport> {
  const { earlier } = wanted;
  if (earlier !== undefined && !(await readManifest(earlier)))
    throw new Error(`There is no whole backup in ${earlier}: it has no manifest.json.`);
  await prepareFolder(wanted.folder);
  return oneAtATime(wanted.folder, () => bringUpToDate(portal, wanted));
}

async function bringUpToDate(portal: Portal, wanted: Wanted): Promise<BackupReport> {
  const { folder, earlier } = wanted;
  if (earlier !== undefined) await assertLinkable(earlier, folder);
  // Damaged: better said before hours of copying.
  await readManifest(folder);
  const copies = copier(portal, wanted);
  for (let tries = 1; ; tries++) {
    const { named, ...about } = await databaseCopy(portal, folder);
    const stored = named.filter(({ source }) => source === null);
    const inPlace = named.flatMap(({ source, size, sha256 }): [string, number, string][] =>
      source === null ? [] : [[source, size, sha256]],
    );
    const count = await copyAll(portal, wanted, copies, stored);
    if (!count) {
      if (tries === TRIES) throw new Error('Files were purged all the while. Try again later.');
      continue;
    }
    const { copied, linked, kept, blobs, lost } = count;
    blobs.sort(([a], [b]) => (a < b ? -1 : 1));
    const keys = await copyKeys(portal, wanted);
    const made: Manifest = {
      format: 1,
      ...about,
      instanceId: portal.instanceId,
      keys,
      blobs,
      inPlace,
      lost,
    };
    writeManifest(folder, made);
    await noteBackup(portal.db, { at: made.madeAt, files: blobs.length, lost: lost.length });
    await tidy(folder, made, copies.target);
    return { ...made, copied, linked, kept };
  }
}
