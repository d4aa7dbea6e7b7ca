import { closeSync, fchmodSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/**
 * A small file: the whole text or, whenever the process dies, what was there before, also after a power cut. Temporary
 * file, fsync, rename, fsync of the folder.
 * @param mode whatever the umask says; as the umask leaves it when absent
 */
export function writeDurably(path: string, text: string, mode?: number): void {
  const draft = `${path}.new`;
  // One that a crash left may have another mode.
  rmSync(draft, { force: true });
  const file = openSync(draft, 'wx', mode);
  try {
    if (mode !== undefined) fchmodSync(file, mode);
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, path);
  syncFolder(dirname(path));
}

/** For good, also after a power cut; one that is not there is no error. */
export function removeDurably(path: string): void {
  rmSync(path, { force: true });
  syncFolder(dirname(path));
}
