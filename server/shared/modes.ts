import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/** What only the server's own account reads: the database, the keys, mails. */
export const PRIVATE_FILE = 0o600;
export const PRIVATE_FOLDER = 0o700;
/** What its group reads too: nginx sends blobs (docs/nginx.md). */
export const SHARED_FILE = 0o640;
export const SHARED_FOLDER = 0o750;

/** Folders from `made` down to `path`, as `mkdir` has just made them. */
function newFolders(path: string, made: string | undefined): string[] {
  if (made === undefined) return [];
  const folders = [path];
  for (let at = path; at.length > made.length; ) {
    at = dirname(at);
    folders.push(at);
  }
  return folders;
}

/**
 * A folder that the group may enter, and those above it that are missing. Modes are set, not only asked for: a umask
 * would take the group's part away.
 * @returns the first folder that was made; undefined when there was nothing to make
 */
export async function sharedFolder(path: string): Promise<string | undefined> {
  const made = await mkdir(path, { recursive: true });
  for (const folder of newFolders(path, made)) await chmod(folder, SHARED_FOLDER);
  return made;
}

/** The same, at once. */
export function sharedFolderSync(path: string): void {
  for (const folder of newFolders(path, mkdirSync(path, { recursive: true })))
    chmodSync(folder, SHARED_FOLDER);
}

/** Takes the group's and others' rights off one that is there; what belongs to another account stays as it is. */
export function restrict(path: string, mode: number): void {
  try {
    if (existsSync(path)) chmodSync(path, mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}

/** Makes a file nobody else reads before there is anything in it, or takes others' rights off one that is there. */
export function privateFile(path: string): void {
  closeSync(openSync(path, 'a', PRIVATE_FILE));
  restrict(path, PRIVATE_FILE);
}
