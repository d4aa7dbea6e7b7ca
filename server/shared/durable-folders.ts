import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sharedFolder } from './modes.ts';

/** Makes the names in a folder survive a power cut. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/**
 * Makes folders below `root` whose names survive a power cut. A folder that is there may have been made a moment ago, by
 * another call or by a process that was killed before it synced: each is synced in its parent once by each process, and
 * everyone waits for that.
 * @param sync of the parent
 */
export function durableFolders(root: string, sync: (path: string) => Promise<void>) {
  const made = new Map<string, Promise<void>>();
  async function make(path: string): Promise<void> {
    await ensure(dirname(path));
    await sharedFolder(path);
    await sync(dirname(path));
  }
  function ensure(path: string): Promise<void> {
    if (path === root) return Promise.resolve();
    const known = made.get(path);
    if (known) return known;
    const making = make(path);
    made.set(path, making);
    // Tried again by whoever comes next.
    making.catch(() => made.delete(path));
    return making;
  }
  return ensure;
}
