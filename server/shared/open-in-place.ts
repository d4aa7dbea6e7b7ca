import { closeSync, constants, fstatSync, openSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { type FileHandle, open, readlink, realpath } from 'node:fs/promises';
import { isWithin } from './import-roots.ts';

/** What a file was when it was registered. */
export interface FileFacts {
  /** Bytes. */
  size: number;
  /** When it was last written, in microseconds since 1970. */
  mtimeUs: number;
}

/** The path is not what it should be: a link stands in the way, or it lies outside of every root. */
export class AstrayPath extends Error {
  /** As the system's errors have one: it passes from a thread to another. */
  readonly code = 'ASTRAY';
}

/** O_NONBLOCK: a pipe would wait for its other end for ever. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Opens a file or folder without following a link anywhere on the way (threat 2). Looking at the parts of the path
 * one after the other would leave time to swap one: so it is opened first, and then the system says what was opened.
 * @param path absolute and resolved
 * @throws AstrayPath, or what `open` throws (`code`)
 */
export async function openUnlinked(path: string): Promise<FileHandle> {
  const handle = await open(path, FLAGS).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ELOOP' ? new AstrayPath(`A link: ${path}`) : error;
  });
  try {
    if ((await whereIs(handle, path)) !== path) throw new AstrayPath(`A link on the way to ${path}`);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Where an open file lies, by the system's word; elsewhere than on Linux by a second look at the path. */
async function whereIs(handle: FileHandle, path: string): Promise<string> {
  if (process.platform === 'linux') return readlink(`/proc/self/fd/${handle.fd}`);
  const again = await open(path, FLAGS);
  try {
    const [one, other] = [await handle.stat({ bigint: true }), await again.stat({ bigint: true })];
    return one.ino === other.ino && one.dev === other.dev ? await realpath(path) : '';
  } finally {
    await again.close();
  }
}

/**
 * As `openUnlinked`, for threads that may wait for the disk.
 * @returns the descriptor, for the caller to close
 */
export function openUnlinkedSync(path: string): number {
  let fd: number | undefined;
  try {
    fd = openSync(path, FLAGS);
    if (whereIsSync(fd, path) !== path) throw new AstrayPath(`A link on the way to ${path}`);
    return fd;
  } catch (error) {
    if (fd !== undefined) closeSync(fd);
    throw (error as NodeJS.ErrnoException).code === 'ELOOP' ? new AstrayPath(`A link: ${path}`) : error;
  }
}

function whereIsSync(fd: number, path: string): string {
  if (process.platform === 'linux') return readlinkSync(`/proc/self/fd/${fd}`);
  const [one, other] = [fstatSync(fd, { bigint: true }), statSync(path, { bigint: true })];
  return one.ino === other.ino && one.dev === other.dev ? realpathSync(path) : '';
}

/** @throws AstrayPath when the path, absolute and resolved, lies in none of `roots` */
export function checkWithin(roots: readonly string[], path: string): void {
  if (!roots.some((root) => isWithin(path, root)))
    throw new AstrayPath(`Outside of the import roots: ${path}`);
}

/** As `openUnlinked`, for what lies in one of `roots`. */
export async function openWithin(roots: readonly string[], path: string): Promise<FileHandle> {
  checkWithin(roots, path);
  return openUnlinked(path);
}

/** Undefined when it is no regular file. */
export async function factsOf(handle: FileHandle): Promise<FileFacts | undefined> {
  const stat = await handle.stat({ bigint: true });
  return stat.isFile() ? { size: Number(stat.size), mtimeUs: Number(stat.mtimeNs / 1_000n) } : undefined;
}
