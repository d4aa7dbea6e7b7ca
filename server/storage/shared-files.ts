import { type FileHandle, open } from 'node:fs/promises';
import type { OpenBlob } from './blob-store.ts';

/** Bytes per chunk of a read without the caller's own buffer. */
const READ_SIZE = 512 * 1024;

/** A local file of the store as an open blob. */
export const openFile = async (path: string): Promise<OpenBlob> =>
  openedFile(await open(path, 'r'), async () => {});

/**
 * An open file as an open blob. Its bytes stay readable while it is open, even if the file is deleted.
 * @param verify checks that the file is still the recorded one
 */
export function openedFile(file: FileHandle, verify: () => Promise<void>): OpenBlob {
  return {
    file,
    verify,
    async *read(start, end) {
      for (let at = start; at < end; ) {
        const { buffer, bytesRead } = await file.read(
          Buffer.allocUnsafe(Math.min(READ_SIZE, end - at)),
          0,
          null,
          at,
        );
        // The file is shorter than recorded: the caller notices the missing bytes.
        if (bytesRead === 0) return;
        yield buffer.subarray(0, bytesRead);
        at += bytesRead;
      }
    },
    close: () => file.close(),
  };
}

/** ms that an unused file stays open: a download in ranges opens it again at once. */
const LINGER = 2_000;
/** Unused files kept open: an archive of 100,000 small ones would exhaust the descriptors. */
const MOST = 64;

interface Shared {
  opening: Promise<OpenBlob>;
  users: number;
  closing?: NodeJS.Timeout;
}

/**
 * Descriptors shared by all positional readers of a file: halves the work of a 1 MiB range. Only for files that are
 * immutable under their path.
 */
export function sharedFiles() {
  const files = new Map<string, Shared>();
  let lingering = 0;

  /** Cancels the delayed closing of a file. */
  function stay(shared: Shared): void {
    if (shared.closing === undefined) return;
    clearTimeout(shared.closing);
    delete shared.closing;
    lingering--;
  }

  function drop(path: string, shared: Shared): void {
    stay(shared);
    if (files.get(path) === shared) files.delete(path);
    if (shared.users === 0) shared.opening.then((blob) => blob.close()).catch(() => {});
  }

  function release(path: string, shared: Shared): void {
    shared.users--;
    if (shared.users > 0) return;
    if (files.get(path) !== shared || lingering >= MOST) {
      drop(path, shared);
      return;
    }
    lingering++;
    shared.closing = setTimeout(() => drop(path, shared), LINGER);
  }

  return {
    /** @throws when it is missing */
    async open(path: string): Promise<OpenBlob> {
      const shared = files.get(path) ?? { opening: openFile(path), users: 0 };
      files.set(path, shared);
      stay(shared);
      shared.users++;
      try {
        const blob = await shared.opening;
        let open = true;
        return {
          ...blob,
          async close() {
            if (open) release(path, shared);
            open = false;
          },
        };
      } catch (error) {
        if (files.get(path) === shared) files.delete(path);
        throw error;
      }
    },

    /** For a deleted file: frees its blocks as soon as the last reader closes it. */
    forget(path: string): void {
      const shared = files.get(path);
      if (shared) drop(path, shared);
    },
  };
}
