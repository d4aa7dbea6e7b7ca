import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { COMMAND } from '../shared/command-name.ts';
import { writeDurably } from '../shared/durable-file.ts';
import { newId } from '../shared/ids.ts';
import { privateFile, sharedFolderSync } from '../shared/modes.ts';

/** A file in a data folder that is being restored from a backup. */
export const RESTORING = 'restoring';

/**
 * Locks a file (created when missing) for this process. The lock is SQLite's, which the operating system releases with
 * the process, however it ends; no process id has to be checked.
 * @returns what releases it; undefined: another process has it
 */
export function lockFile(path: string): (() => void) | undefined {
  privateFile(path);
  const lock = new Database(path, { timeout: 0 });
  try {
    lock.pragma('locking_mode = EXCLUSIVE');
    lock.exec('BEGIN EXCLUSIVE');
    return () => lock.close();
  } catch (error) {
    lock.close();
    if ((error as { code?: string }).code === 'SQLITE_BUSY') return undefined;
    throw error;
  }
}

/**
 * Locks a data folder for this process.
 * @returns the folder's persistent id, and a function that releases the lock
 * @throws when another server holds the lock, or a restore of the folder was interrupted
 */
export function takeDataFolder(dataDir: string): { instanceId: string; release: () => void } {
  if (existsSync(join(dataDir, RESTORING)))
    throw new Error(
      `A backup was begun to be restored to ${dataDir}, and not finished. Run \`${COMMAND} restore\` again.`,
    );
  sharedFolderSync(dataDir);
  const release = lockFile(join(dataDir, 'lock.sqlite'));
  if (!release)
    throw new Error(
      `Another server uses the data folder ${dataDir}. Stop it first, or set another DATA_DIR.`,
    );
  return { instanceId: lastingId(join(dataDir, 'instance-id')), release };
}

/** The folder's persistent id, for processes beside its server. */
export const instanceIdOf = (dataDir: string): string => {
  sharedFolderSync(dataDir);
  return lastingId(join(dataDir, 'instance-id'));
};

/** Only a missing file, or one that a power cut left empty, gives a new id: it would orphan existing uploads. */
function known(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

function lastingId(file: string): string {
  const there = known(file);
  if (there !== '') return there;
  const id = newId();
  writeDurably(file, `${id}\n`);
  return id;
}
