import { join } from 'node:path';
import { lockFile } from '../database/index.ts';

/** What releases the folder; a medium that has no locks, or cannot be written, is used without. */
function take(folder: string): (() => void) | undefined {
  try {
    return lockFile(join(folder, 'lock.sqlite'));
  } catch {
    return () => {};
  }
}

/**
 * Runs work on a backup's folder, which no other backup or restore uses meanwhile: each takes away what its manifest does
 * not name, and so what another is still writing.
 * @throws when another is under way
 */
export async function oneAtATime<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const release = take(folder);
  if (!release)
    throw new Error(
      `Another backup to ${folder}, or a restore from it, is under way. Wait until it has ended.`,
    );
  try {
    return await work();
  } finally {
    release();
  }
}
