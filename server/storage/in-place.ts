import type { FileHandle } from 'node:fs/promises';
import { AppError } from '../shared/errors.ts';
import { isWithin } from '../shared/import-roots.ts';
import { AstrayPath, type FileFacts, factsOf, openWithin } from '../shared/open-in-place.ts';

/** What is wrong with a blob's bytes. */
export type IntegrityFault = 'changed' | 'vanished' | 'corrupt';

const words: Record<IntegrityFault, string> = {
  changed: 'A file of this download has changed on the disk since it was registered. It is not handed out.',
  vanished: 'A file of this download is no longer on the disk where it was registered.',
  corrupt: 'A file of this download is damaged on the disk. It is not handed out.',
};

/** Decisions §4: what is marked is refused, and the administrators know. */
export const unavailable = (mark: IntegrityFault): AppError =>
  new AppError(503, `${words[mark]} The administrators of this portal are told.`, { retryAfter: 3_600 });

const GONE = new Set(['ENOENT', 'ENOTDIR', 'ENXIO', 'ENODEV']);

export const isSame = (one: FileFacts | undefined, other: FileFacts): boolean =>
  one?.size === other.size && one.mtimeUs === other.mtimeUs;

/**
 * Opens a file where it was registered.
 * @returns the open file, or what became of it
 */
export async function openRegistered(
  roots: readonly string[],
  path: string,
  expected: FileFacts,
): Promise<FileHandle | IntegrityFault> {
  // A root that was taken out of the configuration is as good as gone; put back, its files are served again.
  if (!roots.some((root) => isWithin(path, root))) return 'vanished';
  let handle: FileHandle;
  try {
    handle = await openWithin(roots, path);
  } catch (error) {
    if (error instanceof AstrayPath) return 'changed';
    if (GONE.has((error as NodeJS.ErrnoException).code ?? '')) return 'vanished';
    throw error;
  }
  const facts = await factsOf(handle).catch(() => undefined);
  if (isSame(facts, expected)) return handle;
  await handle.close();
  return 'changed';
}
