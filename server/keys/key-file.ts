import {
  closeSync,
  fchmodSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { PRIVATE_FILE, restrict } from '../modes.ts';

const content = z.object({ keys: z.record(z.string(), z.string().min(1)) });

export const keyFileOf = (dataDir: string): string => join(dataDir, 'keys.json');

/** @returns undefined when there is no such file. @throws when what is there is no key file */
export function readKeyFile(path: string): ReadonlyMap<string, string> | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  restrict(path, PRIVATE_FILE);
  try {
    return new Map(Object.entries(content.parse(JSON.parse(text)).keys));
  } catch {
    throw new Error(
      `${path} is not a key file, or is damaged. Put it back from your backup (docs/running.md, "The keys").`,
    );
  }
}

function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** The whole file or, whenever the process dies, the one before: temporary file, fsync, rename, fsync of the folder. */
export function writeKeyFile(path: string, keys: ReadonlyMap<string, string>): void {
  const draft = `${path}.new`;
  rmSync(draft, { force: true });
  const file = openSync(draft, 'wx', PRIVATE_FILE);
  try {
    fchmodSync(file, PRIVATE_FILE);
    writeFileSync(file, `${JSON.stringify({ keys: Object.fromEntries(keys) }, null, 2)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, path);
  syncFolder(dirname(path));
}

/** For good, also after a power cut. */
export function removeKeyFile(path: string): void {
  rmSync(path, { force: true });
  syncFolder(dirname(path));
}
