import { readBuiltIn } from '../configuration/index.ts';
import type { Db } from '../database/index.ts';
import { retentionStore } from './retention.store.ts';
import { retention } from './retention.ts';
import { retentionKeys, retentionOf } from './retention-keys.ts';

export { retentionKeys };

interface Dependencies {
  db: Db;
  now: () => number;
  onError: (error: unknown) => void;
}

/** Deletes expired rows, after the periods in the configuration. */
export const createRetention = ({ db, now, onError }: Dependencies) =>
  retention({
    store: retentionStore(db),
    periods: async () => retentionOf(await readBuiltIn(db, retentionKeys)),
    now,
    onError,
  });
