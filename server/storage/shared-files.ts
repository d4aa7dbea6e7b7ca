import type { OpenBlob } from './blob-store.ts';
import { openFile } from './open-file.ts';

/** A file that nobody reads any more stays open for this long: a download by ranges comes back at once. */
const LINGER = 2_000;
/** Files that may linger: an archive of 100,000 small ones would use up what the system lets us open. */
const MOST = 64;

interface Shared {
  opening: Promise<OpenBlob>;
  users: number;
  closing?: NodeJS.Timeout;
}

/**
 * Open files shared by all who read them at positions: a 1 MiB range is half as much work without an opening and a
 * closing of its own. Only for files that never change under a path.
 */
export function sharedFiles() {
  const files = new Map<string, Shared>();
  let lingering = 0;

  /** Ends the lingering of a file that lingers. */
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
    /** @throws when it is not there */
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

    /** Of a file that is deleted: its room on the disk is free as soon as the last reader is done. */
    forget(path: string): void {
      const shared = files.get(path);
      if (shared) drop(path, shared);
    },
  };
}
