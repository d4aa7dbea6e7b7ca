import { closeSync, constants, fstatSync, openSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { type FileHandle, open, readlink, realpath } from 'node:fs/promises';
import { isWithin } from './import-roots.ts';

/** A file's state at its registration. */
export interface FileFacts {
  /** Bytes. */
  size: number;
  /** Modification time, microseconds since 1970. */
  mtimeUs: number;
}

/** The path contains a symbolic link, or lies outside of every root. */
export class AstrayPath extends Error {
  /** As Node's system errors have one: it survives a message between threads. */
  readonly code = 'ASTRAY';
}

/** O_NONBLOCK: opening a named pipe would otherwise block. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Opens a file or folder without following a symbolic link anywhere in the path (threat 2). Checking the path's parts
 * first would be a race: it is opened first, and then the system is asked for the path of the descriptor.
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

/** The path of an open file by its descriptor; elsewhere than on Linux by resolving the path again. */
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
 * As `openUnlinked`, for worker threads, which may block.
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

/** As `openUnlinked`, for a path in one of `roots`. */
export async function openWithin(roots: readonly string[], path: string): Promise<FileHandle> {
  checkWithin(roots, path);
  return openUnlinked(path);
}

/** Undefined for anything but a regular file. */
export async function factsOf(handle: FileHandle): Promise<FileFacts | undefined> {
  const stat = await handle.stat({ bigint: true });
  return stat.isFile() ? { size: Number(stat.size), mtimeUs: Number(stat.mtimeNs / 1_000n) } : undefined;
}
