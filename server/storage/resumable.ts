import { createReadStream } from 'node:fs';
import { type FileHandle, open, readdir, rename, rm, stat, statfs, truncate } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError, isDiskFull } from '../shared/errors.ts';
import type { Message } from '../shared/messages.ts';
import { restrict, SHARED_FILE, SHARED_FOLDER, sharedFolder } from '../shared/modes.ts';
import { assertKey, type BlobStore, type WrittenBlob } from './blob-store.ts';

/** Blobs that come in by pieces, perhaps over days, until they are whole and take their place in the store. */
export interface PartialBlobs {
  path(key: string): string;
  create(key: string): Promise<void>;
  /** To be written at positions. */
  open(key: string): Promise<FileHandle>;
  /** Bytes on the disk; undefined when there is no such file. */
  size(key: string): Promise<number | undefined>;
  /** Makes what was written durable. An fsync that fails is fatal (faults.md). */
  sync(key: string, file: FileHandle): Promise<void>;
  /**
   * Puts a whole, synced one into the store under its key; done again, it finds its work done.
   * @returns what is known of it where the store had to read it anyway
   */
  place(key: string): Promise<WrittenBlob | undefined>;
  /** No error when it is not there. */
  delete(key: string): Promise<void>;
  keys(): Promise<string[]>;
  /** Bytes that may still be written to this disk. */
  room(): Promise<number>;
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** What the disk says when it is full, as the refusal it is; any other error as it is. */
export function diskFull(error: unknown, msg: Message): unknown {
  return isDiskFull(error) ? new AppError(507, msg) : error;
}

/**
 * Partial blobs as files of `root/uploads`, on the disk where the store's own files lie: placing one is a rename. A
 * store that is elsewhere gets it as a whole, and the partial file goes.
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
  async function syncFolder(path: string): Promise<void> {
    const handle = await open(path, 'r');
    try {
      await fatal(handle.sync());
    } finally {
      await handle.close();
    }
  }
  async function size(path: string): Promise<number | undefined> {
    try {
      return (await stat(path)).size;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  /** Files whose name is not known to be durable yet. */
  const fresh = new Set<string>();

  return {
    path: pathOf,
    async create(key) {
      await sharedFolder(folder);
      const file = await open(pathOf(key), 'wx', SHARED_FILE);
      await file.chmod(SHARED_FILE);
      await file.close();
      fresh.add(key);
    },
    open: (key) => open(pathOf(key), 'r+'),
    size: (key) => size(pathOf(key)),
    async sync(key, file) {
      await fatal(file.datasync());
      if (fresh.delete(key)) await syncFolder(folder);
    },

    async place(key) {
      const from = pathOf(key);
      const there = (await size(from)) !== undefined;
      fresh.delete(key);
      const to = blobs.localPath?.(key);
      if (to === undefined) {
        if (!there) return undefined;
        const written = await blobs.put(key, createReadStream(from, { highWaterMark: 1024 * 1024 }));
        await rm(from, { force: true });
        return written;
      }
      if (there) {
        const made = await sharedFolder(dirname(to));
        if (made !== undefined) await syncFolder(dirname(dirname(to)));
        await rename(from, to);
      }
      await syncFolder(dirname(to));
      return undefined;
    },

    async delete(key) {
      fresh.delete(key);
      // Emptied first: whoever still reads it would keep its room, which a full disk needs at once.
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
