import { access, constants, type FileHandle, open, readdir, rename, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { durableFolders, syncFolder } from '../shared/durable-folders.ts';
import { diskIsFull, isDiskFull } from '../shared/errors.ts';
import { restrict, SHARED_FILE, SHARED_FOLDER, sharedFolder } from '../shared/modes.ts';
import { assertKey, type BlobStore, type WrittenBlob } from './blob-store.ts';
import { hashing } from './hashing.ts';
import { openFile, sharedFiles } from './shared-files.ts';
import { writePieces } from './write-pieces.ts';

/** Bytes to which chunks are gathered before a write. */
const WRITE_SIZE = 1024 * 1024;

/** A folder that is not there has nothing in it. */
function nothing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

/** A folder that is not there has no name to sync. */
function noFolder(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

/**
 * Blobs as files under `root/blobs/<two characters>/<key>`, written as temporary file → hash → fsync → rename → fsync
 * of the folder (faults.md).
 * @param onFatal called when an fsync fails: the disk's state is unknown then, and the process must end
 */
export function diskStore(root: string, onFatal: (error: unknown) => void): BlobStore {
  const blobs = join(root, 'blobs');
  const temporary = join(root, 'tmp');
  const folderOf = (key: string) => join(blobs, key.slice(0, 2));
  const fileOf = (key: string) => join(folderOf(key), key);
  const files = sharedFiles();
  const fatal = async (step: Promise<void>): Promise<void> => {
    try {
      await step;
    } catch (error) {
      onFatal(error);
      throw error;
    }
  };
  const ensureFolder = durableFolders(root, (path) => fatal(syncFolder(path)));

  /** Receives and hashes the next chunks while the last ones are written. */
  async function writeAll(file: FileHandle, source: AsyncIterable<Uint8Array>): Promise<void> {
    let waiting: Uint8Array[] = [];
    let bytes = 0;
    let position = 0;
    let writing = Promise.resolve();
    const flush = async () => {
      await writing;
      writing = writePieces(file, waiting, position);
      // Avoids an unhandled rejection: the next `flush`, or the last, throws it.
      writing.catch(() => {});
      position += bytes;
      waiting = [];
      bytes = 0;
    };
    try {
      for await (const chunk of source) {
        if (chunk.length === 0) continue;
        waiting.push(chunk);
        bytes += chunk.length;
        if (bytes >= WRITE_SIZE) await flush();
      }
      await flush();
    } finally {
      // The file must not be closed before the pending write.
      await writing.catch(() => {});
    }
    await writing;
  }

  return {
    async put(key, source): Promise<WrittenBlob> {
      assertKey(key);
      await sharedFolder(temporary);
      const draft = join(temporary, key);
      const hash = hashing();
      try {
        const file = await open(draft, 'wx', SHARED_FILE);
        try {
          await file.chmod(SHARED_FILE);
          await writeAll(file, hash.through(source));
          await fatal(file.sync());
        } finally {
          await file.close();
        }
        await ensureFolder(folderOf(key));
        await rename(draft, fileOf(key));
        await fatal(syncFolder(folderOf(key)));
      } catch (error) {
        await rm(draft, { force: true });
        throw isDiskFull(error) ? diskIsFull() : error;
      }
      return hash.result();
    },

    async *read(key, start, end) {
      assertKey(key);
      const blob = await openFile(fileOf(key));
      try {
        yield* blob.read(start, end);
      } finally {
        await blob.close();
      }
    },

    async open(key) {
      assertKey(key);
      return files.open(fileOf(key));
    },

    localPath(key) {
      assertKey(key);
      return fileOf(key);
    },

    async delete(keys) {
      for (const key of keys) assertKey(key);
      // All first: a full disk needs the room, and one journal commit then covers most of the folders.
      for (const key of keys) {
        files.forget(fileOf(key));
        await rm(fileOf(key), { force: true });
      }
      // Their rows go next: without this, a power cut brings back bytes that nothing knows of. Also where one is gone
      // already, perhaps by a process that was killed before it synced.
      for (const folder of new Set(keys.map(folderOf))) await fatal(syncFolder(folder).catch(noFolder));
    },

    async *keys() {
      for (const folder of await readdir(blobs).catch(nothing))
        yield* await readdir(join(blobs, folder)).catch(nothing);
    },

    async sweep() {
      // A former version left their modes to the umask: these folders bar others from their contents.
      for (const folder of [temporary, blobs]) restrict(folder, SHARED_FOLDER);
      await sharedFolder(temporary);
      for (const name of await readdir(temporary)) await rm(join(temporary, name), { force: true });
    },

    async free() {
      const { bavail, bsize } = await statfs(root);
      return bavail * bsize;
    },

    async ready() {
      await access(root, constants.R_OK | constants.W_OK);
    },
  };
}
