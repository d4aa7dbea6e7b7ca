import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../errors.ts';
import { assertKey, type BlobStore, type WrittenBlob } from './blob-store.ts';
import { hashing } from './hashing.ts';

/** One piece read from a file: large enough that system calls do not count, small enough for many clients. */
const READ_SIZE = 512 * 1024;
/** Small pieces of a request body are gathered to this size before they are written. */
const WRITE_SIZE = 1024 * 1024;

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/**
 * Blobs as files under `root/blobs/<two characters>/<key>`, written as temporary file → hash → fsync → rename →
 * fsync of the folder (faults.md).
 * @param onFatal told when an fsync fails: the disk's state is unknown then, and the process must end
 */
export function diskStore(root: string, onFatal: (error: unknown) => void): BlobStore {
  const blobs = join(root, 'blobs');
  const temporary = join(root, 'tmp');
  const folderOf = (key: string) => join(blobs, key.slice(0, 2));
  const fileOf = (key: string) => join(folderOf(key), key);
  const fatal = async (step: Promise<void>): Promise<void> => {
    try {
      await step;
    } catch (error) {
      onFatal(error);
      throw error;
    }
  };

  async function writeAll(file: FileHandle, source: AsyncIterable<Uint8Array>): Promise<void> {
    let waiting: Uint8Array[] = [];
    let bytes = 0;
    const flush = async () => {
      if (bytes === 0) return;
      // writev may write less than asked for: a whole buffer goes through write, which writeFile repeats as needed.
      await file.appendFile(
        waiting.length === 1 ? (waiting[0] as Uint8Array) : Buffer.concat(waiting, bytes),
      );
      waiting = [];
      bytes = 0;
    };
    for await (const chunk of source) {
      waiting.push(chunk);
      bytes += chunk.length;
      if (bytes >= WRITE_SIZE) await flush();
    }
    await flush();
  }

  return {
    async put(key, source): Promise<WrittenBlob> {
      assertKey(key);
      await mkdir(temporary, { recursive: true });
      const draft = join(temporary, key);
      const hash = hashing();
      try {
        const file = await open(draft, 'wx');
        try {
          await writeAll(file, hash.through(source));
          await fatal(file.sync());
        } finally {
          await file.close();
        }
        if ((await mkdir(folderOf(key), { recursive: true })) !== undefined) await fatal(syncFolder(blobs));
        await rename(draft, fileOf(key));
        await fatal(syncFolder(folderOf(key)));
      } catch (error) {
        await rm(draft, { force: true });
        if (
          error instanceof Error &&
          'code' in error &&
          (error.code === 'ENOSPC' || error.code === 'EDQUOT')
        ) {
          throw new AppError(507, 'The storage of this portal is full. Nothing was stored.');
        }
        throw error;
      }
      return hash.result();
    },

    async *read(key, start, end) {
      assertKey(key);
      if (end <= start) return;
      yield* createReadStream(fileOf(key), { start, end: end - 1, highWaterMark: READ_SIZE });
    },

    async delete(key) {
      assertKey(key);
      await rm(fileOf(key), { force: true });
    },

    async sweep() {
      await mkdir(temporary, { recursive: true });
      for (const name of await readdir(temporary)) await rm(join(temporary, name), { force: true });
    },
  };
}
