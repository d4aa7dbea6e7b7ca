import type { Config } from '../config.ts';
import type { Db } from '../database/index.ts';
import { COMMAND } from '../shared/command-name.ts';
import { diskStore } from './disk-store.ts';
import { verifyStore } from './verify.store.ts';

const BATCH = 500;

/**
 * With an object store, nothing that the portal keeps may lie on the disk: nobody would find it there, and a purge would
 * leave its bytes.
 * @throws with what moves it
 */
export async function assertNothingLeftOnDisk(
  db: Db,
  { storage, dataDir }: Pick<Config, 'storage' | 'dataDir'>,
): Promise<void> {
  if (!storage) return;
  const store = verifyStore(db, undefined);
  const refuse = async (keys: string[]) => {
    if (keys.length === 0 || !(await store.keepsAny(keys))) return;
    throw new Error(
      `STORAGE_URL is set, and stored files lie on the disk, in ${dataDir}/blobs, where nobody would find them. Start without STORAGE_URL, or move them: \`${COMMAND} backup\`, then \`${COMMAND} restore\` with STORAGE_URL, as docs/running.md says ("From the disk into an object store").`,
    );
  };
  let batch: string[] = [];
  for await (const key of diskStore(dataDir, () => {}).keys()) {
    batch.push(key);
    if (batch.length === BATCH) {
      await refuse(batch);
      batch = [];
    }
  }
  await refuse(batch);
}
