import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { writeDurably } from '../shared/durable-file.ts';
import { PRIVATE_FILE, restrict } from '../shared/modes.ts';

const content = z.object({ keys: z.record(z.string(), z.string().min(1)) });

export const keyFileOf = (dataDir: string): string => join(dataDir, 'keys.json');

/** @throws when the text of a key file is something else */
export function parseKeyFile(text: string, path: string): ReadonlyMap<string, string> {
  try {
    return new Map(Object.entries(content.parse(JSON.parse(text)).keys));
  } catch {
    throw new Error(
      `${path} is not a key file, or is damaged. Put it back from your backup (docs/running.md, "The keys").`,
    );
  }
}

/**
 * @returns undefined when the file does not exist
 * @throws when its contents are no key file
 */
export function readKeyFile(path: string): ReadonlyMap<string, string> | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  restrict(path, PRIVATE_FILE);
  return parseKeyFile(text, path);
}

/** Writes the keys atomically: after a crash the file holds the former keys or these, complete. */
export function writeKeyFile(path: string, keys: ReadonlyMap<string, string>): void {
  writeDurably(path, `${JSON.stringify({ keys: Object.fromEntries(keys) }, null, 2)}\n`, PRIVATE_FILE);
}
