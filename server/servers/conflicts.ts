import { tHealth } from '../../texts/en-health.ts';
import type { Config } from '../config.ts';
import type { ServersTable } from '../database/index.ts';

/** What a server may not be beside another one. The words are those of `texts/en-health.ts`, by its id. */
export interface Conflict {
  id: 'servers.copy' | 'servers.disk' | 'servers.place' | 'servers.keys' | 'servers.name' | 'servers.former';
  values: Record<string, string>;
}

/** What of a server the others must fit. */
export type Standing = Pick<ServersTable, 'id' | 'name' | 'storage' | 'keys'>;

export const standingOf = (
  { storage, secretKey }: Pick<Config, 'storage' | 'secretKey'>,
  { id, name }: Pick<Standing, 'id' | 'name'>,
): Standing => ({
  id,
  name,
  storage: storage ? `s3://${storage.bucket}/${storage.prefix}` : '',
  keys: secretKey === undefined ? 'file' : 'SECRET_KEY',
});

/** Why two servers may not run on one database (operations.md, "Several servers"); undefined: they may. */
export function conflictOf(own: Standing, other: Standing): Conflict | undefined {
  const { name } = other;
  if (own.id === other.id) return { id: 'servers.copy', values: { name } };
  if (own.storage === '' || other.storage === '') return { id: 'servers.disk', values: { name } };
  if (own.storage !== other.storage)
    return { id: 'servers.place', values: { name, theirs: other.storage, ours: own.storage } };
  if (own.keys === 'file' || other.keys === 'file') return { id: 'servers.keys', values: { name } };
  if (own.name === name) return { id: 'servers.name', values: { name } };
  return;
}

/** What is so, and what mends it, in English, for a terminal. */
export function wordsOf({ id, values }: Conflict): string {
  const { words, mend } = tHealth.findings[id];
  return `${words} ${mend}`
    .replaceAll('`', '')
    .replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
}
