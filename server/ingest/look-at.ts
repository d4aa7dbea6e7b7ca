import type { FileHandle } from 'node:fs/promises';
import { invalid } from '../shared/errors.ts';
import { isWithin } from '../shared/import-roots.ts';
import { AstrayPath, openWithin } from '../shared/open-in-place.ts';

/** A file or folder on the server, as inspected. */
export interface LookedAt {
  kind: 'file' | 'folder';
  /** Absolute and resolved. */
  path: string;
  /** Bytes; 0 for a folder. */
  size: number;
  /** Microseconds since 1970. */
  mtimeUs: number;
}

const wrong = 'A path of the server is absolute and has no empty, "." or ".." part.';

/** @throws AppError 400 for an invalid path, without accessing the disk */
export function assertPlainPath(path: string, field: string): void {
  const parts = path.split('/');
  const plain =
    parts[0] === '' && parts.slice(1).every((part) => part !== '' && part !== '.' && part !== '..');
  if (!plain || path.includes('\0') || !path.isWellFormed()) throw invalid(field, wrong);
}

/** The same message for every refusal: it discloses nothing outside of the roots. */
export const notThere = (field: string) =>
  invalid(field, 'There is no such file or folder under the import roots, or it is behind a link.');

const EXPECTED = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ENAMETOOLONG', 'ENXIO', 'ENODEV']);

/**
 * Opens a path below the roots without following links.
 * @throws AppError 400
 */
export async function openNamed(roots: readonly string[], path: string, field: string): Promise<FileHandle> {
  assertPlainPath(path, field);
  const root = roots.find((one) => isWithin(path, one));
  if (root === undefined || path.slice(root.length).includes('/.')) throw notThere(field);
  try {
    return await openWithin(roots, path);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (error instanceof AstrayPath || EXPECTED.has(code)) throw notThere(field);
    throw error;
  }
}

/** @throws AppError 400 when it cannot be registered */
export async function lookAt(roots: readonly string[], path: string, field: string): Promise<LookedAt> {
  const handle = await openNamed(roots, path, field);
  try {
    const stat = await handle.stat({ bigint: true });
    const mtimeUs = Number(stat.mtimeNs / 1_000n);
    if (stat.isDirectory()) return { kind: 'folder', path, size: 0, mtimeUs };
    if (stat.isFile()) return { kind: 'file', path, size: Number(stat.size), mtimeUs };
    throw notThere(field);
  } finally {
    await handle.close();
  }
}
