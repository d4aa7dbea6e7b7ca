import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { writeDurably } from '../shared/durable-file.ts';
import { PRIVATE_FILE } from '../shared/modes.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const size = z.number().int().min(0);

/** What a backup is: written last, so that a folder without one is none. */
const manifest = z.object({
  format: z.literal(1),
  /** When the database's snapshot was made: ms since 1970. */
  madeAt: z.number(),
  /** Of the data folder. */
  instanceId: z.string(),
  /** Its last migration. */
  migration: z.string(),
  database: z.object({ kind: z.enum(['sqlite', 'postgres']), file: z.string(), size, sha256 }),
  /** `under SECRET_KEY`: they are part of the database, encrypted. */
  keys: z.enum(['left out', 'encrypted', 'under SECRET_KEY']),
  /** Files in `blobs/`, as the database names them. */
  blobs: z.array(z.tuple([z.string(), size, sha256])),
  /** Files registered in place, which are not copied: path, size, SHA-256 (empty until it is known). */
  inPlace: z.array(z.tuple([z.string(), size, z.string()])),
  /** Keys of blobs that were missing or damaged when they were to be copied. */
  lost: z.array(z.string()),
});
export type Manifest = z.infer<typeof manifest>;

const NAME = 'manifest.json';

/** @returns undefined when there is none: the folder is empty, or its backup was not finished */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  let text: string;
  try {
    text = await readFile(join(folder, NAME), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const read = manifest.safeParse(jsonOf(text));
  if (!read.success) throw new Error(`${join(folder, NAME)} is damaged, or of a newer version of Vitrine.`);
  return read.data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Replaces the former one atomically. */
export const writeManifest = (folder: string, made: Manifest): void =>
  writeDurably(join(folder, NAME), `${JSON.stringify(made)}\n`, PRIVATE_FILE);
