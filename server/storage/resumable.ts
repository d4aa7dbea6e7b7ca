import { createReadStream } from 'node:fs';
import { type FileHandle, open, readdir, rename, rm, stat, statfs, truncate } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { durableFolders, syncFolder } from '../shared/durable-folders.ts';
import { AppError, isDiskFull } from '../shared/errors.ts';
import type { Message } from '../shared/messages.ts';
import { restrict, SHARED_FILE, SHARED_FOLDER, sharedFolder } from '../shared/modes.ts';
import { assertKey, type BlobStore, type WrittenBlob } from './blob-store.ts';

/** Blobs uploaded in several requests, perhaps over days, until they are complete and moved to the store. */
export interface PartialBlobs {
  path(key: string): string;
  create(key: string): Promise<void>;
  /** For positional writes. */
  open(key: string): Promise<FileHandle>;
  /** Bytes on the disk; undefined when the file is missing. */
  size(key: string): Promise<number | undefined>;
  /** fsyncs the file. A failed fsync is fatal (faults.md). */
  sync(key: string, file: FileHandle): Promise<void>;
  /**
   * Moves a complete, synced file to the store under its key; idempotent.
   * @returns size and hashes, where the store had to read the bytes anyway
   */
  place(key: string): Promise<WrittenBlob | undefined>;
  /** A missing file is no error. */
  delete(key: string): Promise<void>;
  keys(): Promise<string[]>;
  /** Free bytes of this disk. */
  room(): Promise<number>;
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Converts the error of a full disk to a 507; other errors are returned as they are. */
export function diskFull(error: unknown, msg: Message): unknown {
  return isDiskFull(error) ? new AppError(507, msg) : error;
}

/**
 * Partial blobs as files of `root/uploads`, on the same disk as the disk store: `place` is a rename. Another store gets
 * the bytes as one blob, and the partial file is deleted.
 */
export function partialBlobs(
  root: string,
  blobs: BlobStore,
  onFatal: (error: unknown) => void,
): PartialBlobs {
  const folder = join(root, 'uploads');
  const pathOf = (key: string): string => {
    assertKey(key);
    return join(folder, key);
  };
  const fatal = async (step: Promise<void>): Promise<void> => {
    try {
      await step;
    } catch (error) {
      onFatal(error);
      throw error;
    }
  };
  const syncNames = (path: string) => fatal(syncFolder(path));
  const ensureFolder = durableFolders(root, syncNames);
  async function size(path: string): Promise<number | undefined> {
    try {
      return (await stat(path)).size;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  /** Files whose names are known to be durable: not those that a process made which was killed before it synced. */
  const named = new Set<string>();

  return {
    path: pathOf,
    async create(key) {
      await ensureFolder(folder);
      const file = await open(pathOf(key), 'wx', SHARED_FILE);
      await file.chmod(SHARED_FILE);
      await file.close();
    },
    open: (key) => open(pathOf(key), 'r+'),
    size: (key) => size(pathOf(key)),
    async sync(key, file) {
      await fatal(file.datasync());
      if (named.has(key)) return;
      await syncNames(folder);
      named.add(key);
    },

    async place(key) {
      const from = pathOf(key);
      const there = (await size(from)) !== undefined;
      named.delete(key);
      const to = blobs.localPath?.(key);
      if (to === undefined) {
        if (!there) return undefined;
        const written = await blobs.put(key, createReadStream(from, { highWaterMark: 1024 * 1024 }));
        await rm(from, { force: true });
        return written;
      }
      if (there) {
        await ensureFolder(dirname(to));
        await rename(from, to);
      }
      await syncNames(dirname(to));
      return undefined;
    },

    async delete(key) {
      named.delete(key);
      // Truncated first: a file that is still open would keep its blocks, which a full disk needs at once.
      await truncate(pathOf(key)).catch(() => {});
      await rm(pathOf(key), { force: true });
    },
    async keys() {
      restrict(folder, SHARED_FOLDER);
      await sharedFolder(folder);
      return readdir(folder);
    },
    async room() {
      const { bavail, bsize } = await statfs(root);
      return bavail * bsize;
    },
  };
}
