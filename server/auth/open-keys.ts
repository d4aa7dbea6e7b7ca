import type { Config } from '../config.ts';
import type { Db } from '../database/index.ts';
import { keysStore } from './keys.store.ts';
import { type Keys, assertKeys as lookForKeys, openKeys } from './keys.ts';

/** The portal's keys. Unencrypted traces in the database's files are wiped; a failure is retried at the next start. */
export async function openPortalKeys(
  db: Db,
  { dataDir, secretKey }: Pick<Config, 'dataDir' | 'secretKey'>,
  onError: (error: unknown) => void,
): Promise<Keys> {
  const store = keysStore(db);
  const keys = await openKeys({ store, dataDir, secretKey });
  await store.wipe().catch(onError);
  return keys;
}

/**
 * Whether a start would find the portal's keys; changes nothing.
 * @throws with the remedy when it would not
 */
export const assertKeys = (
  db: Db,
  { dataDir, secretKey }: Pick<Config, 'dataDir' | 'secretKey'>,
): Promise<void> => lookForKeys({ store: keysStore(db), dataDir, secretKey });
