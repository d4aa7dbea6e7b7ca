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
 * Writes a small file atomically and durably: after a crash or power cut it has the new text or the former one.
 * Temporary file, fsync, rename, fsync of the folder.
 * @param mode regardless of the umask; absent: by the umask
 */
export function writeDurably(path: string, text: string, mode?: number): void {
  const draft = `${path}.new`;
  // A temporary file left by a crash may have another mode.
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

/** Removes a file durably; a missing one is no error. */
export function removeDurably(path: string): void {
  rmSync(path, { force: true });
  syncFolder(dirname(path));
}
