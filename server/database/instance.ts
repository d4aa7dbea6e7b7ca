import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { newId } from '../ids.ts';

/**
 * Takes a data folder for this process. The lock is SQLite's, and so the operating system's: it ends with the
 * process however that ends, and needs no guess whether a process id is still the same one.
 * @returns the folder's lasting id, and how to let go
 * @throws when another server has the folder
 */
export function takeDataFolder(dataDir: string): { instanceId: string; release: () => void } {
  mkdirSync(dataDir, { recursive: true });
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
  mkdirSync(dataDir, { recursive: true });
  return lastingId(join(dataDir, 'instance-id'));
};

function lastingId(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    const id = newId();
    writeFileSync(file, `${id}\n`);
    return id;
  }
}
