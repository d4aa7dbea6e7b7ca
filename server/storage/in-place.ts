import type { FileHandle } from 'node:fs/promises';
import { AppError } from '../shared/errors.ts';
import { isWithin } from '../shared/import-roots.ts';
import { AstrayPath, type FileFacts, factsOf, openWithin } from '../shared/open-in-place.ts';

/** An integrity fault of a blob's bytes. */
export type IntegrityFault = 'changed' | 'vanished' | 'corrupt';

const words: Record<IntegrityFault, string> = {
  changed: 'A file of this download has changed on the disk since it was registered. It is not handed out.',
  vanished: 'A file of this download is no longer on the disk where it was registered.',
  corrupt: 'A file of this download is damaged on the disk. It is not handed out.',
};

/** The refusal of a blob with an integrity fault (decisions §4). */
export const unavailable = (mark: IntegrityFault): AppError =>
  new AppError(503, `${words[mark]} The administrators of this portal are told.`, { retryAfter: 3_600 });

const GONE = new Set(['ENOENT', 'ENOTDIR', 'ENXIO', 'ENODEV']);

export const isSame = (one: FileFacts | undefined, other: FileFacts): boolean =>
  one?.size === other.size && one.mtimeUs === other.mtimeUs;

/**
 * Opens a file registered in place.
 * @returns the open file, or its integrity fault
 */
export async function openRegistered(
  roots: readonly string[],
  path: string,
  expected: FileFacts,
): Promise<FileHandle | IntegrityFault> {
  // A file below a root that was removed from the configuration counts as vanished; when the root is restored, it is
  // served again.
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
