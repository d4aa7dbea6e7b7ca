import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { writeDurably } from '../shared/durable-file.ts';
import { newId } from '../shared/ids.ts';
import { privateFile, sharedFolderSync } from '../shared/modes.ts';

/**
 * Takes a data folder for this process. The lock is SQLite's, and so the operating system's: it ends with the
 * process however that ends, and needs no guess whether a process id is still the same one.
 * @returns the folder's lasting id, and how to let go
 * @throws when another server has the folder
 */
export function takeDataFolder(dataDir: string): { instanceId: string; release: () => void } {
  sharedFolderSync(dataDir);
  privateFile(join(dataDir, 'lock.sqlite'));
  const lock = new Database(join(dataDir, 'lock.sqlite'), { timeout: 0 });
  try {
    lock.pragma('locking_mode = EXCLUSIVE');
    lock.exec('BEGIN EXCLUSIVE');
  } catch {
    lock.close();
    throw new Error(
      `Another server uses the data folder ${dataDir}. Stop it first, or set another DATA_DIR.`,
    );
  }
  return { instanceId: lastingId(join(dataDir, 'instance-id')), release: () => lock.close() };
}

/** The folder's lasting id, for who works beside its server. */
export const instanceIdOf = (dataDir: string): string => {
  sharedFolderSync(dataDir);
  return lastingId(join(dataDir, 'instance-id'));
};

/** Only a file that is not there, or that a power cut left empty, is none: another id would make orphans of uploads. */
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
