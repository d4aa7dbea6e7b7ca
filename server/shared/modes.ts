import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Readable by the server's account only: the database, the keys, mails. */
export const PRIVATE_FILE = 0o600;
export const PRIVATE_FOLDER = 0o700;
/** Readable by the group, too: nginx serves blobs (docs/nginx.md). */
export const SHARED_FILE = 0o640;
export const SHARED_FOLDER = 0o750;

/** The folders that `mkdir -p` created, from the first one (`made`) down to `path`. */
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
 * Creates a folder that the group may enter, with its missing parents. Modes are set explicitly: the umask would remove
 * the group's rights.
 * @returns the first folder created; undefined when all existed
 */
export async function sharedFolder(path: string): Promise<string | undefined> {
  const made = await mkdir(path, { recursive: true });
  for (const folder of newFolders(path, made)) await chmod(folder, SHARED_FOLDER);
  return made;
}

/** As `sharedFolder`, synchronously. */
export function sharedFolderSync(path: string): void {
  for (const folder of newFolders(path, mkdirSync(path, { recursive: true })))
    chmodSync(folder, SHARED_FOLDER);
}

/** Removes the group's and others' rights from an existing file or folder; one of another owner stays unchanged. */
export function restrict(path: string, mode: number): void {
  try {
    if (existsSync(path)) chmodSync(path, mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}

/** Creates a private file before anything is written to it, or restricts an existing one. */
export function privateFile(path: string): void {
  closeSync(openSync(path, 'a', PRIVATE_FILE));
  restrict(path, PRIVATE_FILE);
}
